import type { CommandContext } from '../../command-context.ts';
import { UsageError } from '../../command-failure.ts';
import { readTextFile } from '../../files.ts';

/** The text of `-`, which is standard input, of `@file`, or of the option itself. A byte order mark is left out. */
export async function readGiven(
  { terminal, folder }: Pick<CommandContext, 'terminal' | 'folder'>,
  given: string,
): Promise<string> {
  const text =
    given === '-' ? await terminal.read() : given.startsWith('@') ? await readTextFile(given.slice(1), folder) : given;
  return text.replace(/^\uFEFF/, '');
}

/** The JSON of an option: in place, in `@file`, or from standard input. Throws UsageError for a text that is no JSON. */
export async function readJson(
  context: Pick<CommandContext, 'terminal' | 'folder'>,
  option: string,
  given: string,
): Promise<unknown> {
  const text = await readGiven(context, given);
  try {
    return JSON.parse(text);
  } catch (error) {
    const from = given === '-' ? 'standard input' : given.startsWith('@') ? given.slice(1) : option;
    throw new UsageError(`${from} is no JSON: ${(error as Error).message}`, [
      `${option} takes JSON in place, @file, or - for standard input.`,
    ]);
  }
}

/** The JSON object of an option. Throws UsageError for another value. */
export async function readObject(
  context: Pick<CommandContext, 'terminal' | 'folder'>,
  option: string,
  given: string,
): Promise<Record<string, unknown>> {
  const value = await readJson(context, option, given);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new UsageError(`${option} is a JSON object.`);
  return value as Record<string, unknown>;
}
