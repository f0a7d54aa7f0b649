import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { CommandHost } from '../command-host.ts';
import { UsageError } from '../command-failure.ts';
import type { Chosen } from './chosen.ts';

/** The data folder of `npm start` and `assay dev`. */
export const DATA_FOLDER = '.assay';
const LOOPBACK = /^(127(\.\d+){3}|localhost|\[::1\])$/;

/**
 * The operator's key for a platform: of the environment, or for a platform on this machine the key of its data folder. No
 * key goes to an address that only a link file names, unless it is this machine. Throws UsageError.
 */
export async function findOperatorKey(
  { env, folder }: Pick<CommandHost, 'env' | 'folder'>,
  data: string | undefined,
  { value: url, from }: Chosen<string>,
): Promise<Chosen<{ key: string }> | undefined> {
  const isHere = LOOPBACK.test(new URL(url).hostname);
  // A key from a file ends with a line break.
  const key = env.ASSAY_OPERATOR_KEY?.trim();
  if (key) {
    if (from.kind === 'link' && !isHere)
      throw new UsageError(`only the link file ${from.path} names the address ${url}.`, [
        `ASSAY_URL=${url} says that the operator's key may be sent there; so does --assay-url ${url}`,
      ]);
    return { value: { key }, from: { kind: 'environment', name: 'ASSAY_OPERATOR_KEY' } };
  }
  if (!isHere) return undefined;
  const path = join(resolve(folder, data ?? env.ASSAY_DATA_DIR ?? DATA_FOLDER), 'operator-key');
  const kept = await readFile(path, 'utf8').catch(() => undefined);
  return kept?.trim() ? { value: { key: kept.trim() }, from: { kind: 'file', path } } : undefined;
}
