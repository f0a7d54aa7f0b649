import { basename, extname, resolve } from 'node:path';
import { stat } from 'node:fs/promises';
import type { EvalGatePolicy } from '@assay/sdk';
import { isObject } from '@assay/contract/json';
import { readText } from '@assay/suite-file/read-text';
import { UsageError } from '../command-failure.ts';
import { readTextFile } from '../files.ts';

/** Where a policy without an ending is looked for, in this order. */
const [FOLDERS, ENDINGS] = [
  ['', 'gates'],
  ['', '.yaml', '.yml', '.json'],
];

/**
 * A gate policy: a JSON object in place, a file, or the name of a file here or in the folder `gates` (`release` for
 * `gates/release.yaml`), which names the gate unless the policy does. Throws UsageError when there is none, or when it is no object.
 */
export async function readGatePolicy(given: string, folder: string): Promise<EvalGatePolicy> {
  if (given.trimStart().startsWith('{')) return parsed('--gate', given);
  const path = await findFile(given, folder);
  if (path === undefined)
    throw new UsageError(`there is no gate "${given}": no file ${given}, and none in the folder gates.`, [
      `assay run … --gate '{"minimumPassRate": 0.9}'`,
    ]);
  return { name: basename(given, extname(given)), ...parsed(given, await readTextFile(path)) };
}

async function findFile(given: string, folder: string): Promise<string | undefined> {
  for (const place of FOLDERS)
    for (const ending of ENDINGS) {
      const path = resolve(folder, place, `${given}${ending}`);
      const found = await stat(path).catch(() => undefined);
      if (found?.isFile()) return path;
    }
  return undefined;
}

function parsed(source: string, text: string): EvalGatePolicy {
  const read = readText(text);
  if ('text' in read && isObject(read.text.value)) return read.text.value;
  const [fault] = 'faults' in read ? read.faults : [];
  throw new UsageError(`${source} is no gate policy: ${fault ? fault.message : 'it is no object'}`);
}
