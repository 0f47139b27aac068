/** Reads fields out of a payload of unknown shape. Whatever is not as expected is thrown as `UnreadableField`. */
export interface PayloadObject {
  /** Path from the top, `comment.user`; empty for the payload itself. */
  readonly path: string;
  readonly members: Readonly<Record<string, unknown>>;
}

/** Caught by `readEvent`, which turns it into an answer. */
export class UnreadableField extends Error {
  readonly field: string;

  constructor(field: string, message: string) {
    super(message);
    this.name = 'UnreadableField';
    this.field = field;
  }
}

export function openPayload(payload: unknown): PayloadObject {
  if (isObject(payload)) return { path: '', members: payload };
  throw new UnreadableField(
    '',
    `The event is ${describe(payload)}. It must be the JSON object of one event.`,
  );
}

/** Whether the payload says anything about the member; a null says something. */
export function hasMember({ members }: PayloadObject, name: string): boolean {
  return Object.hasOwn(members, name) && members[name] !== undefined;
}

export function readObject(from: PayloadObject, name: string): PayloadObject {
  const found = readOptionalObject(from, name);
  if (found !== undefined) return found;
  return fail(from, name, 'an object');
}

/** Undefined for null and for a member that is not there. */
export function readOptionalObject(from: PayloadObject, name: string): PayloadObject | undefined {
  const found = valueOf(from, name);
  if (found === undefined || found === null) return undefined;
  if (isObject(found)) return { path: pathOf(from, name), members: found };
  return fail(from, name, 'an object');
}

export function readText(from: PayloadObject, name: string): string {
  const found = valueOf(from, name);
  return typeof found === 'string' ? found : fail(from, name, 'text');
}

/** Undefined for null and for a member that is not there. */
export function readOptionalText(from: PayloadObject, name: string): string | undefined {
  const found = valueOf(from, name);
  if (found === undefined || found === null) return undefined;
  return typeof found === 'string' ? found : fail(from, name, 'text or null');
}

export function readWholeNumber(from: PayloadObject, name: string): number {
  const found = valueOf(from, name);
  return Number.isSafeInteger(found) ? Number(found) : fail(from, name, 'a whole number');
}

/** The objects of a list; none for null and for a member that is not there. */
export function readObjects(from: PayloadObject, name: string): readonly PayloadObject[] {
  const found = valueOf(from, name);
  if (found === undefined || found === null) return [];
  if (!Array.isArray(found)) return fail(from, name, 'a list');
  return found.map((item: unknown, at) => {
    const path = `${pathOf(from, name)}[${at}]`;
    if (isObject(item)) return { path, members: item };
    throw new UnreadableField(path, `"${path}" is ${describe(item)}. It must be an object.`);
  });
}

export function pathOf({ path }: PayloadObject, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

function valueOf({ members }: PayloadObject, name: string): unknown {
  return Object.hasOwn(members, name) ? members[name] : undefined;
}

function fail(from: PayloadObject, name: string, expected: string): never {
  const field = pathOf(from, name);
  const found = valueOf(from, name);
  const message = `"${field}" ${found === undefined ? 'is missing' : `is ${describe(found)}`}. It must be ${expected}.`;
  throw new UnreadableField(field, message);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function describe(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  const text = JSON.stringify(value) ?? typeof value;
  return text.length > shownLengthMax ? `${text.slice(0, shownLengthMax)}…` : text;
}

const shownLengthMax = 60;
