import { hash } from 'node:crypto';
import type { AuditEntry } from '@assay/contract/areas/audit-log/documents';
import { chainFaults, type ChainFault } from '@assay/contract/areas/audit-log/entry-hash';
import { UsageError } from '../../command-failure.ts';
import type { verifyInput } from '../../commands/audit.ts';
import type { Action } from '../../declare/command.ts';
import { exitCodes } from '../../exit-codes.ts';
import { readTextFile } from '../../files.ts';

const sha256 = (text: string) => hash('sha256', text, 'hex');

const FAULTS: Record<ChainFault['fault'], string> = {
  changed: 'is not as it was written',
  'predecessor missing': 'does not follow the entry before it: entries are missing, or in another order',
};

/** Proves that exported audit logs are complete and unchanged: `files` are the pages of one export, in their order. */
export const verifyAuditLog: Action<typeof verifyInput> = async ({ terminal: { out } }, given) => {
  const { includes } = given.options;
  const entries: AuditEntry[] = [];
  for (const file of given.arguments.file) entries.push(...entriesOf(file, await readTextFile(file)));
  const faults = [...chainFaults(sha256, entries)];
  for (const { entry, id, fault } of faults) out(`entry ${entry} (${id}) ${FAULTS[fault]}\n`);
  const isLost = includes !== undefined && !entries.some(({ hash }) => hash === includes);
  if (isLost) out(`no entry has the hash ${includes}\n`);
  if (faults.length > 0 || isLost) return exitCodes.failed;
  out(`${entries.length} entries are complete and unchanged; the last hash is ${entries.at(-1)?.hash ?? 'none'}\n`);
  return exitCodes.passed;
};

const entriesOf = (file: string, text: string): AuditEntry[] =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line, i) => {
      const entry = parsed(line);
      if (!isEntry(entry)) throw new UsageError(`${file}:${i + 1} is not a line of an exported audit log`);
      return entry;
    });

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** Whether the value has the fields that its hash is computed from and compared with. */
const isEntry = (value: unknown): value is AuditEntry => {
  const { id, hash, actor } = (value ?? {}) as Partial<Record<string, unknown>>;
  return typeof id === 'string' && typeof hash === 'string' && typeof actor === 'object' && actor !== null;
};
