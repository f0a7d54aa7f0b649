import { resolve } from 'node:path';
import type { CommandContext } from '../../command-context.ts';
import { UsageError } from '../../command-failure.ts';
import { readTextFile } from '../../files.ts';
import { readValues } from '../server/given-value.ts';

/**
 * Reads headers as they are typed: `Name: env:VAR` and `Name: @file`, as for a saved server, and `@file` with a header on
 * each line. Throws UsageError, also for a secret that stands in an argument.
 */
export async function readHeaders(context: CommandContext, typed: readonly string[]): Promise<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const each of typed) {
    if (each.startsWith('@')) Object.assign(headers, await readHeaderFile(context, each.slice(1)));
    else if (/:[^:]*secret:/.test(each))
      throw new UsageError('a temporary Assay has no secrets: --header takes env:VAR or @file here.');
    else Object.assign(headers, await readValues(context, '--header', [each]));
  }
  return headers;
}

async function readHeaderFile({ folder }: CommandContext, path: string): Promise<Record<string, string>> {
  const lines = (await readTextFile(resolve(folder, path))).split('\n').map((line) => line.trim());
  return Object.fromEntries(
    lines
      .filter((line) => line !== '')
      .map((line) => {
        const at = line.indexOf(':');
        if (at < 1) throw new UsageError(`${path} has a line that is no header.`);
        return [line.slice(0, at).trim(), line.slice(at + 1).trim()];
      }),
  );
}
