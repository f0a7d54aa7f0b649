import { operations } from '@assay/contract/operations';
import type { ListUsage } from '@assay/contract/areas/budgets/usage';
import { pageOf, pageSize } from '@assay/kit/requests/cursor';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { refuseFault } from '@assay/contract/fault';
import { listUsage as find, type UsageRange } from '../../store/budgets/usage.ts';
import { viewerOf } from '../../flows/budgets/viewer-of.ts';

const MONTH_MS = 30 * 86_400_000;

export const listUsage = ({ pool, cursors, now }: Deps) =>
  handle(operations.listUsage, async (caller, { organizationId }, query) => {
    const viewer = viewerOf(caller);
    const { groupBy = 'day' } = query;
    const list = `usage of ${organizationId} by ${groupBy}`;
    // The cursor keeps the range: later pages cover the same range, also when `now` has moved on.
    const [after, ...bounds] = cursors.decode(list, query.cursor) ?? [];
    const [from, to] = bounds as number[];
    const range = from !== undefined && to !== undefined ? { from, to } : rangeOf(query, now?.() ?? new Date());
    refuseFault(range.from < range.to ? undefined : { path: '/from', message: 'must be before /to' });
    const size = pageSize(operations.listUsage, query.limit);
    const found = await find(pool, organizationId, viewer, range, groupBy, after as string | undefined, size + 1);
    const page = pageOf(found, size, (last) => cursors.encode(list, [last.group, range.from, range.to]));
    return { ...page, items: page.items.map(({ group, ...rest }) => ({ ...(group !== '' && { group }), ...rest })) };
  });

function rangeOf({ from, to }: ListUsage, now: Date): UsageRange {
  const end = to ?? now.getTime();
  return { from: from ?? Math.max(0, end - MONTH_MS), to: end };
}
