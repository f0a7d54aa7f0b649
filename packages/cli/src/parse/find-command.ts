import { UsageError } from '../command-failure.ts';
import type { Command } from '../declare/command.ts';
import { nouns, type Noun } from '../commands/nouns.ts';
import { nearest } from './nearest.ts';

/** The command that the words name, and the other words; without a command, the noun whose commands the help lists. */
export type FoundCommand =
  | { command: Command; words: string[] }
  | { noun: string | undefined; commands: Command[]; words: string[] };

const isHelp = (word: string): boolean => word === '--help' || word === '-h';

/**
 * Finds the command of a command line; options may stand before its words. Throws UsageError for words that name no
 * command.
 */
export async function findCommand(args: readonly string[]): Promise<FoundCommand> {
  const at = args.findIndex((word) => !word.startsWith('-'));
  const [before, [name, ...after]] = at < 0 ? [args, []] : [args.slice(0, at), args.slice(at)];
  if (name === undefined) return { noun: undefined, commands: [], words: [...before] };
  if (name === 'help')
    return after.length === 0
      ? { noun: undefined, commands: [], words: [...before] }
      : findCommand([...after, '--help']);
  if (!Object.hasOwn(nouns, name)) throw unknown(name, Object.keys(nouns));
  const commands = await (nouns as Record<string, Noun>)[name]!.load();
  const verb = after[0];
  const spoken =
    verb === undefined || verb.startsWith('-') ? undefined : commands.find(({ words }) => words === `${name} ${verb}`);
  if (spoken) return { command: spoken, words: [...before, ...after.slice(1)] };
  const alone = commands.find(({ words }) => words === name);
  if (alone) return { command: alone, words: [...before, ...after] };
  if (verb === undefined || isHelp(verb)) return { noun: name, commands, words: [...before, ...after] };
  throw unknown(
    `${name} ${verb}`,
    commands.map(({ words }) => words),
  );
}

function unknown(words: string, known: readonly string[]): UsageError {
  const near = nearest(words, known);
  const [noun] = words.split(' ');
  return new UsageError(
    `there is no command "${words}".${near === undefined ? '' : ` Did you mean "${near}"?`}`,
    near === undefined ? [words.includes(' ') ? `assay ${noun} --help` : 'assay help --all'] : [],
  );
}
