/** The value after a flag, also as `--flag=value`. */
export function flagValue(words: readonly string[], ...names: readonly string[]): string | undefined {
  for (const [index, word] of words.entries()) {
    for (const name of names) {
      if (word === name) return words[index + 1];
      if (name.startsWith('--') && word.startsWith(`${name}=`)) return word.slice(name.length + 1);
    }
  }
  return undefined;
}
