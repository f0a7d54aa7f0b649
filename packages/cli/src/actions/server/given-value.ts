import type { CommandContext } from '../../command-context.ts';
import { UsageError } from '../../command-failure.ts';
import { readTextFile } from '../../files.ts';
import { findId } from '../../platform/find/find-named.ts';

/** A value of a header or of an environment: a text, or a reference to a secret of the project. */
export type GivenValue = string | { secretId: string; prefix?: string };

/** Names of headers and variables whose values are secrets. */
const SECRET_NAME = /auth|cookie|key|token|secret|passw|credential|session/i;

/**
 * The values of an option such as `--header 'Name: env:VAR'`, by their names. A value is a text that may end in
 * `env:VAR`, `@file` or `secret:<name>`; a secret itself is refused, because other users can read arguments.
 */
export async function readValues(
  context: CommandContext,
  option: '--header' | '--env',
  given: readonly string[],
): Promise<Record<string, GivenValue>> {
  const values: Record<string, GivenValue> = {};
  const separator = option === '--header' ? ':' : '=';
  for (const each of given) {
    const at = each.indexOf(separator);
    const name = each.slice(0, at).trim();
    if (at < 1 || name === '')
      throw new UsageError(
        `${option} is ${option === '--header' ? "'Name: env:VAR'" : 'NAME=env:VAR'}, not "${name}".`,
      );
    values[name] = await valueOf(context, option, name, each.slice(at + 1).trim());
  }
  return values;
}

async function valueOf(context: CommandContext, option: string, name: string, text: string): Promise<GivenValue> {
  const [, prefix = '', source, from = ''] = /^(.*?)(env:|secret:|@)(.+)$/s.exec(text) ?? [];
  if (source === undefined) {
    if (SECRET_NAME.test(name))
      throw new UsageError(`the value of ${name} is not taken from an argument, where others can read it.`, [
        `${option} '${name}${option === '--header' ? ': ' : '='}env:VAR'        or: @file, or secret:<name of a secret>`,
      ]);
    return text;
  }
  if (source === 'secret:') {
    const secretId = await findId(context, 'secret', from);
    return prefix === '' ? { secretId } : { secretId, prefix };
  }
  if (source === '@') return `${prefix}${(await readTextFile(from, context.folder)).trim()}`;
  const value = context.env[from];
  if (value === undefined || value === '')
    throw new UsageError(`${option} names the variable ${from}, which is not set.`);
  return `${prefix}${value}`;
}
