/**
 * The documentation as one page of HTML, made from the OpenAPI document. It holds its own style, runs no script and
 * loads nothing; all text is escaped.
 */
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../ledger/json-value.ts';
import { apiCodes } from './api-codes.ts';
import { docsStyle } from './docs-style.ts';
import { exampleCommand } from './example-command.ts';

export function renderDocsPage(document: JsonObject): string {
  const calls = listCalls(document);
  const info = objectIn(document, 'info');
  const sections = listIn(document, 'tags')
    .filter(isJsonObject)
    .map((tag) => {
      const name = textIn(tag, 'name');
      const own = calls.filter((call) => listIn(call.description, 'tags').includes(name));
      return { name, about: textIn(tag, 'description'), calls: own };
    });
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(textIn(info, 'title'))}: HTTP interface</title><style>${docsStyle}</style></head><body>`,
    `<header><h1>${escapeHtml(textIn(info, 'title'))}</h1><p>${escapeHtml(textIn(info, 'summary'))}</p></header>`,
    `<nav><ul>${sections.flatMap((section) => section.calls.map(renderLink)).join('')}`,
    '<li><a href="#codes">Codes</a></li></ul></nav><main>',
    paragraphs(textIn(info, 'description')),
    '<p>The same as data: <a href="/openapi.json">openapi.json</a></p>',
    ...sections.map(({ name, about, calls: own }) => {
      return `<h2>${escapeHtml(name)}</h2>${paragraphs(about)}${own.map((call) => renderCall(call, document)).join('')}`;
    }),
    renderCodes(),
    '</main></body></html>',
  ].join('\n');
}

/** One method of one path, as the document has it. */
interface DocumentedCall {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly description: JsonObject;
}

function listCalls(document: JsonObject): readonly DocumentedCall[] {
  return Object.entries(objectIn(document, 'paths')).flatMap(([path, methods]) =>
    Object.entries(isJsonObject(methods) ? methods : {}).flatMap(([method, description]) =>
      isJsonObject(description)
        ? [{ id: textIn(description, 'operationId'), method, path, description }]
        : [],
    ),
  );
}

function renderLink({ id, method }: DocumentedCall): string {
  const name = escapeHtml(id);
  return `<li><a href="#${name}"><b>${escapeHtml(method)}</b> ${name}</a></li>`;
}

function renderCall(call: DocumentedCall, document: JsonObject): string {
  const { id, method, path, description } = call;
  return [
    `<section id="${escapeHtml(id)}"><h3>${escapeHtml(id)}</h3>`,
    `<p class="path"><b>${escapeHtml(method.toUpperCase())}</b> <code>${escapeHtml(path)}</code></p>`,
    paragraphs(textIn(description, 'description') || textIn(description, 'summary')),
    renderParameters(description, document),
    renderFields(description),
    renderStatuses(description),
    `<details><summary>Example</summary><pre>${escapeHtml(exampleCommand(method, path, description))}</pre></details>`,
    '</section>',
  ].join('\n');
}

function renderParameters(description: JsonObject, document: JsonObject): string {
  const shared = objectIn(objectIn(document, 'components'), 'parameters');
  const rows = listIn(description, 'parameters')
    .filter(isJsonObject)
    .map((parameter) => objectIn(shared, textIn(parameter, '$ref').split('/').at(-1) ?? '', parameter))
    .map((parameter) => {
      const need = parameter['required'] === true ? 'required' : '';
      const about = `${textIn(parameter, 'description')} (${textIn(parameter, 'in')})`;
      return renderRow(textIn(parameter, 'name'), need, describeForm(objectIn(parameter, 'schema')), about);
    });
  return renderTable('Parameters', rows);
}

function renderFields(description: JsonObject): string {
  const schema = objectIn(
    objectIn(objectIn(objectIn(description, 'requestBody'), 'content'), jsonType),
    'schema',
  );
  const required = listIn(schema, 'required');
  const rows = Object.entries(objectIn(schema, 'properties')).map(([name, property]) => {
    const field = isJsonObject(property) ? property : {};
    return renderRow(
      name,
      required.includes(name) ? 'required' : '',
      describeForm(field),
      textIn(field, 'description'),
    );
  });
  return renderTable('Body', rows);
}

const jsonType = 'application/json';

function renderTable(title: string, rows: readonly string[]): string {
  return rows.length === 0 ? '' : `<h4>${title}</h4><table>${rows.join('')}</table>`;
}

function renderRow(name: string, need: string, form: string, about: string): string {
  const cells = [`<code>${escapeHtml(name)}</code>`, escapeHtml(need), escapeHtml(form), escapeHtml(about)];
  return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
}

/** `buy | sell`, `integer, 1 to 500`, `text` */
function describeForm(schema: JsonObject): string {
  const choices = listIn(schema, 'enum');
  const standing = schema['default'] === undefined ? '' : `, otherwise ${JSON.stringify(schema['default'])}`;
  if (choices.length > 0) return choices.map(String).join(' | ') + standing;
  const type = textIn(schema, 'format') || textIn(schema, 'type').replace('string', 'text');
  const { minimum, maximum, examples } = schema;
  const bounds =
    typeof minimum === 'number' && typeof maximum === 'number' ? `, ${minimum} to ${maximum}` : '';
  const [example] = isJsonArray(examples ?? null) ? listIn(schema, 'examples') : [];
  return type + bounds + (example === undefined ? '' : `, such as ${JSON.stringify(example)}`) + standing;
}

function renderStatuses(description: JsonObject): string {
  const refusals = listIn(description, 'x-fixpoint-refusals').map(String);
  const links = refusals
    .map((code) => `<a href="#code-${escapeHtml(code)}">${escapeHtml(code)}</a>`)
    .join(', ');
  const statuses = Object.keys(objectIn(description, 'responses')).join(', ');
  return `<p>Statuses: ${escapeHtml(statuses)}.</p>${links === '' ? '' : `<p>Refused for: ${links}.</p>`}`;
}

function renderCodes(): string {
  const rows = apiCodes.map(({ code, http, about }) => {
    const name = escapeHtml(code);
    return `<tr id="code-${name}"><td><code>${name}</code></td><td>${http}</td><td>${escapeHtml(about)}</td></tr>`;
  });
  return `<h2 id="codes">codes</h2><p>What <code>code</code> says in a problem, and its status.</p><table>${rows.join('')}</table>`;
}

function paragraphs(text: string): string {
  return text
    .split('\n\n')
    .filter((part) => part.trim() !== '')
    .map((part) => `<p>${escapeHtml(part).replace(/`([^`]*)`/g, '<code>$1</code>')}</p>`)
    .join('');
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

function objectIn(parent: JsonObject, member: string, otherwise: JsonObject = {}): JsonObject {
  const value = parent[member];
  return isJsonObject(value) ? value : otherwise;
}

function listIn(parent: JsonObject, member: string): readonly JsonValue[] {
  const value = parent[member] ?? null;
  return isJsonArray(value) ? value : [];
}

function textIn(parent: JsonObject, member: string): string {
  const value = parent[member];
  return typeof value === 'string' ? value : '';
}
