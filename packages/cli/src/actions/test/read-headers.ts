import { UsageError } from '../../command-failure.ts';
import type { CommandEnv } from '../../command-host.ts';
import { readTextFile } from '../../files.ts';
import { isSecretName } from './server-target.ts';

/**
 * Reads headers as they are typed: `Name: env:VAR`, also with words before the variable (`Bearer env:VAR`), `Name: @file`
 * with a value, and `@file` with a header on each line. Throws UsageError, also for a secret that stands in an argument.
 */
export async function readHeaders(typed: readonly string[], env: CommandEnv): Promise<Record<string, string>> {
  const headers: [string, string][] = [];
  for (const each of typed) {
    if (!each.startsWith('@')) headers.push(await readHeader(each, env));
    else headers.push(...(await readTextFile(each.slice(1))).split(/\r?\n/).flatMap((line) => headerLine(line, each)));
  }
  return Object.fromEntries(headers);
}

const HEADER = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):\s*(.+)$/;

function headerLine(line: string, file: string): [string, string][] {
  if (line.trim() === '') return [];
  const [, name, value] = HEADER.exec(line.trim()) ?? [];
  if (name === undefined || value === undefined) throw new UsageError(`${file.slice(1)} has a line that is no header`);
  return [[name, value]];
}

async function readHeader(typed: string, env: CommandEnv): Promise<[string, string]> {
  const [, name, value] = HEADER.exec(typed) ?? [];
  if (name === undefined || value === undefined)
    throw new UsageError(`--header is 'Name: env:VAR', 'Name: @file' or @file`);
  if (value.startsWith('@')) return [name, (await readTextFile(value.slice(1))).trim()];
  const [, words = '', variable] = /^(.*?\s)?env:([A-Za-z_]\w*)$/.exec(value) ?? [];
  if (variable === undefined) {
    if (!isSecretName(name)) return [name, value];
    throw new UsageError('a secret is not taken from an argument, where others can read it.', [
      `--header '${name}: env:VAR'        or: --header '${name}: @file'`,
    ]);
  }
  const secret = env[variable];
  if (!secret) throw new UsageError(`--header ${name} names the variable ${variable}, which is not set`);
  return [name, `${words}${secret.trim()}`];
}
