import type { CommandContext } from '../../command-context.ts';
import { UsageError } from '../../command-failure.ts';
import { readTextFile } from '../../files.ts';
import { readObject } from '../operation/read-body.ts';

/**
 * The arguments of a tool or a prompt: `name=text`, `name:=json`, `name=@file` over the object of `-d`. A text that begins
 * with `@` is typed as `name:='"@…"'`. Throws UsageError for a word of another form.
 */
export async function readArguments(
  context: Pick<CommandContext, 'terminal' | 'folder'>,
  words: readonly string[],
  data: string | undefined,
): Promise<Record<string, unknown>> {
  const given: Record<string, unknown> = data === undefined ? {} : await readObject(context, '-d', data);
  for (const word of words) {
    const [, name, sign, value] = /^([^=]*?)(:?=)(.*)$/s.exec(word) ?? [];
    if (name === undefined || name === '' || value === undefined)
      throw new UsageError(`"${word}" is no argument: name=text, name:=json or name=@file.`, [
        `or all of them as one object: -d '{"name": "text"}'`,
      ]);
    Object.defineProperty(given, name, {
      value: sign === ':=' ? jsonOf(name, value) : await textOf(context, value),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return given;
}

function jsonOf(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${name}:= takes JSON: ${(error as Error).message}`, [`${name}=… takes a text.`]);
  }
}

const textOf = async ({ folder }: Pick<CommandContext, 'folder'>, value: string): Promise<string> =>
  value.startsWith('@') ? readTextFile(value.slice(1), folder) : value;
