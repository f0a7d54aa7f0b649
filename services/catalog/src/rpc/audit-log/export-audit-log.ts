import type { AuditEntry } from '@assay/contract/areas/audit-log/documents';
import { operations } from '@assay/contract/operations';
import type { Pool } from '@assay/kit/postgres/db';
import { handle, RawReply } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { listEntriesAfter } from '../../store/audit-log/audit.ts';

const MAX_ENTRIES = 10_000;
/** At most 16 MiB in one answer; a longer one ends early. */
const MAX_BYTES = 16 * 1024 * 1024;
const BATCH = 250;

export const exportAuditLog = ({ pool, cursors }: Deps) =>
  handle(operations.exportAuditLog, async (_caller, { organizationId }, { cursor, since }) => {
    const list = `export of the audit log of ${organizationId}`;
    let [position] = (cursors.decode(list, cursor) ?? ['0']) as [string];
    const lines: string[] = [];
    let bytes = 0;
    let isMore = false;
    for await (const { entry, position: at } of entriesAfter(pool, organizationId, position, since)) {
      const line = lineOf(entry);
      bytes += Buffer.byteLength(line);
      isMore = lines.length === MAX_ENTRIES || (bytes > MAX_BYTES && lines.length > 0);
      if (isMore) break;
      lines.push(line);
      position = at;
    }
    const next = cursors.encode(list, [position]);
    return new RawReply(lines.join(''), operations.exportAuditLog.produces!, {
      'X-Next-Cursor': next,
      ...(isMore && { Link: `<${addressOf(organizationId, next, since)}>; rel="next"` }),
    });
  });

/** All entries in the order of their arrival, read in batches. */
async function* entriesAfter(pool: Pool, organizationId: string, position: string, since: number | undefined) {
  for (let from = position; ;) {
    const found = await listEntriesAfter(pool, organizationId, from, since, BATCH);
    yield* found;
    if (found.length < BATCH) return;
    from = found.at(-1)!.position;
  }
}

/** Some readers break lines at characters that JSON does not escape. */
const lineOf = (entry: AuditEntry): string =>
  `${JSON.stringify(entry).replace(/[\u0085\u2028\u2029]/g, (end) => `\\u${end.charCodeAt(0).toString(16).padStart(4, '0')}`)}\n`;

const addressOf = (organizationId: string, cursor: string, since: number | undefined): string =>
  `/api/v1${operations.exportAuditLog.path.replace('{organizationId}', organizationId)}?${new URLSearchParams({ cursor, ...(since !== undefined && { since: String(since) }) }).toString()}`;
