/** Reads the part of a URL after `?`, strictly: no parameter twice, and every escape must be good UTF-8. */
import type { RefusalOf } from '../../engine/operation.ts';

export type ReadQueryString =
  | { readonly kind: 'parameters'; readonly parameters: Readonly<Record<string, string>> }
  | (Omit<RefusalOf<'invalid_input'>, 'kind'> & { readonly kind: 'unusable' });

/** More than any question has, and few enough to be read at once. */
const parametersMax = 64;

export function readQueryString(query: string): ReadQueryString {
  // Without a prototype, so that no name of a parameter means anything but itself.
  const parameters = Object.create(null) as Record<string, string>; // brand: it has no members yet
  if (query === '') return { kind: 'parameters', parameters };
  const parts = query.split('&', parametersMax + 1);
  if (parts.length > parametersMax) return unusable(`Send at most ${parametersMax} parameters.`, '');
  for (const part of parts) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    const name = decode(equals === -1 ? part : part.slice(0, equals));
    const value = decode(equals === -1 ? '' : part.slice(equals + 1));
    if (name === undefined || value === undefined) {
      return unusable(
        'The query has a "%" that does not stand for a character in UTF-8.',
        part.slice(0, 100),
      );
    }
    if (Object.hasOwn(parameters, name)) return unusable(`"${name}" is given twice. Give it once.`, name);
    parameters[name] = value;
  }
  return { kind: 'parameters', parameters };
}

function unusable(message: string, field: string): ReadQueryString {
  return { kind: 'unusable', code: 'invalid_input', message, detail: { field } };
}

function decode(text: string): string | undefined {
  return decodePercent(text.replaceAll('+', ' '));
}

/** Undefined when an escape is cut off or the bytes are not UTF-8. */
export function decodePercent(text: string): string | undefined {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
