import { nouns, type Noun } from '../../commands/nouns.ts';
import { optionsOf, type Command } from '../../declare/command.ts';
import { typedName, type Option } from '../../declare/options.ts';

/** A word that may stand next, with one line about it. */
export interface Candidate {
  word: string;
  about: string;
}

/**
 * The words that may stand in place of the last word, of which a part may be typed: nouns, verbs, options, and the values
 * of an option that has few. Without candidates a shell completes the names of files.
 */
export async function completeWords(words: readonly string[]): Promise<Candidate[]> {
  const typed = words.at(-1) ?? '';
  const before = words.slice(0, -1);
  // The words of a command that this one starts are not ours.
  if (before.includes('--')) return [];
  return (await candidatesAfter(before)).filter(({ word }) => word.startsWith(typed));
}

async function candidatesAfter(before: readonly string[]): Promise<Candidate[]> {
  const [name, verb] = before.filter((word) => !word.startsWith('-'));
  const known = nouns as Record<string, Noun>;
  if (name === undefined) return Object.entries(known).map(([word, { summary }]) => ({ word, about: summary }));
  if (!Object.hasOwn(known, name)) return [];
  const commands = await known[name]!.load();
  const spoken = commands.find(({ words }) => words === `${name} ${verb}`);
  if (spoken) return afterCommand(spoken, before);
  const alone = commands.find(({ words }) => words === name);
  const verbs = commands
    .filter((each) => each !== alone && verb === undefined)
    .map(({ words, summary }) => ({ word: words.slice(name.length + 1), about: summary }));
  return [...verbs, ...(alone ? afterCommand(alone, before) : [])];
}

function afterCommand(command: Command, before: readonly string[]): Candidate[] {
  const { own, common } = optionsOf(command);
  const options: [string, Option][] = Object.entries({ ...own, ...common });
  const last = before.at(-1);
  const asked = options.find(([name, { short }]) => last === typedName(name) || last === `-${short}`)?.[1];
  if (asked?.kind === 'choice') return asked.values.map((word) => ({ word, about: asked.description }));
  if (asked && asked.kind !== 'flag' && asked.kind !== 'optional') return [];
  return options.map(([name, { description }]) => ({ word: typedName(name), about: description }));
}
