import { nouns, type Noun } from '../src/commands/nouns.ts';
import { findCommand } from '../src/parse/find-command.ts';
import { parseCommand } from '../src/parse/parse-command.ts';

const commands = (await Promise.all(Object.values<Noun>(nouns).map(({ load }) => load()))).flat();

/** The words of the part of a shell line that calls `assay`. */
function wordsOf(line: string): string[] {
  const words = [...line.matchAll(/(?:[^\s"'|<>()]|"[^"]*"|'[^']*')+|[|<>()]/g)].map(([word]) => word);
  const from = words.lastIndexOf('assay');
  const end = words.findIndex((word, i) => i > from && /^[|<>()]$/.test(word));
  return words
    .slice(from + 1, end < 0 ? undefined : end)
    .map((word) => word.replaceAll(/"([^"]*)"|'([^']*)'/g, '$1$2'));
}

test.each(commands.flatMap(({ words, examples }) => examples.map((example) => [example, words])))(
  'the example %s is a call of assay %s',
  async (example, words) => {
    const found = await findCommand(wordsOf(example));
    if (!('command' in found)) throw new Error(`${example} names no command`);
    expect(found.command.words).toBe(words);
    expect(() => parseCommand(found.command, found.words)).not.toThrow();
  },
);
