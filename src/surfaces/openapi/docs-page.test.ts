import { describe, expect, it } from 'vitest';
import { switchField, textField } from '../../engine/field-kinds.ts';
import { optional } from '../../engine/field.ts';
import { accept, defineOperation } from '../../engine/operation.ts';
import { describeReplay } from '../../engine/replay-contract.ts';
import { operations } from '../../operations/registry.ts';
import { queries } from '../../queries/registry.ts';
import { apiCodes } from './api-codes.ts';
import { renderDocsPage } from './docs-page.ts';
import { describeApi } from './openapi-document.ts';

const page = renderDocsPage(describeApi(operations, queries, { keysRequired: true, mcp: true }));
const unescaped = page
  .replaceAll('&quot;', '"')
  .replaceAll('&#39;', "'")
  .replaceAll('&lt;', '<')
  .replaceAll('&gt;', '>')
  .replaceAll('&amp;', '&');

describe('the documentation page', () => {
  it('has a section and a link for every operation and question', () => {
    const ids = [
      ...operations.filter(({ exposure }) => exposure === 'everywhere').map(({ name }) => name),
      ...queries.map(({ name }) => `get_${name.replaceAll('-', '_')}`),
    ];
    const has = (id: string) => page.includes(`<section id="${id}">`) && page.includes(`<a href="#${id}">`);
    expect(ids.length).toBeGreaterThan(20);
    expect(ids.filter((id) => !has(id))).toEqual([]);
  });

  it('explains every code at the place that problems point to', () => {
    for (const { code, http } of apiCodes)
      expect(page).toContain(`<tr id="code-${code}"><td><code>${code}</code></td><td>${http}</td>`);
  });

  it('says what a repeat does, which fields there are, and gives a command to try', () => {
    const section = unescaped.slice(unescaped.indexOf('<section id="deposit">')).split('</section>')[0] ?? '';
    expect(section).toContain(describeReplay('by-key'));
    expect(section).toMatch(
      /<code>amount<\/code><\/td><td>required<\/td><td>text, such as "12.5"<\/td><td>Money that came in/,
    );
    expect(section).toContain('<a href="#code-date_in_future">');
    expect(section).toContain("curl -X POST 'http://127.0.0.1:7171/v1/portfolios/main/deposit' \\\n");
    expect(section).toContain('-d \'{"amount":"1000","currency":"USD","on":"2026-05-01"}\'');
  });

  it('loads and runs nothing', () => {
    expect(page).not.toMatch(/<script|<link|<img|<iframe|@import|url\(|\son[a-z]+=/i);
    expect([...page.matchAll(/\b(?:href|src)="([^"]*)"/g)].map(([, target = '']) => target)).toEqual(
      expect.arrayContaining(['/openapi.json']),
    );
    expect([...page.matchAll(/\bhref="([^#"][^"]*)"/g)].map(([, target]) => target)).toEqual([
      '/openapi.json',
    ]);
    expect(page).not.toContain('src=');
  });

  it('shows text as text, whatever a description holds', () => {
    const hostile = '<script>alert("1")</script> & \'x\' `<b>`';
    const operation = defineOperation({
      name: 'hostile',
      summary: hostile,
      fields: { note: optional(textField(hostile, { lengthMax: 9 })), loud: optional(switchField(hostile)) },
      positional: [],
      refusals: [],
      replay: 'by-value',
      reads: () => [],
      decide: () => accept([]),
      examples: [{ title: hostile, input: { note: "it's <b>" }, outcome: 'accepted' }],
    });
    const shown = renderDocsPage(describeApi([operation], [], { keysRequired: true }));
    expect(shown).not.toMatch(/<script|<b>`|alert\("/);
    expect(shown).toContain(
      '&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;x&#39; <code>&lt;b&gt;</code>',
    );
    expect(shown).toContain('it&#39;\\&#39;&#39;s &lt;b&gt;');
  });
});
