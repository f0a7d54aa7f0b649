import type { AuditEntry } from '@assay/contract/areas/audit-log/documents';
import { operations } from '@assay/contract/operations';
import { pageOf, pageSize } from '@assay/kit/requests/cursor';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { refuseFault } from '@assay/contract/fault';
import { listEntries } from '../../store/audit-log/audit.ts';

/** At most 8 MiB in a page; a longer one ends early. */
const MAX_BYTES = 8 * 1024 * 1024;

export const listAuditLog = ({ pool, cursors }: Deps) =>
  handle(operations.listAuditLog, async (_caller, { organizationId }, { cursor, limit, ...filter }) => {
    const { since = 0, until = Infinity } = filter;
    refuseFault(since < until ? undefined : { path: '/since', message: 'must be before /until' });
    const list = `audit log of ${organizationId}`;
    const [at, id] = (cursors.decode(list, cursor) ?? []) as [number?, string?];
    const size = pageSize(operations.listAuditLog, limit);
    const found = await listEntries(
      pool,
      organizationId,
      filter,
      at === undefined || id === undefined ? undefined : { at, id },
      size + 1,
    );
    return pageOf(found, Math.min(size, fittingIn(found)), (last) => cursors.encode(list, [last.at, last.id]));
  });

/** How many of the first entries fit into a page, at least one. */
function fittingIn(entries: AuditEntry[]): number {
  let room = MAX_BYTES;
  const end = entries.findIndex((entry) => (room -= Buffer.byteLength(JSON.stringify(entry))) < 0);
  return end < 0 ? entries.length : Math.max(end, 1);
}
