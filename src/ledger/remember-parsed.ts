/**
 * A parser that remembers what it made of the texts it met: a journal names the same few currencies and instruments in
 * every entry, and checking them anew took a good part of the time of reading it. Texts that were not accepted are not
 * remembered.
 */
export function rememberParsed<Value>(
  parse: (text: string) => Value | undefined,
): (text: string) => Value | undefined {
  const known = new Map<string, Value>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const value = parse(text);
    if (value === undefined) return undefined;
    if (known.size >= rememberedMax) known.clear();
    known.set(text, value);
    return value;
  };
}

/** With more different texts than this the parser starts remembering anew: below, large books are read more slowly; above, it only costs memory. */
const rememberedMax = 4_096;
