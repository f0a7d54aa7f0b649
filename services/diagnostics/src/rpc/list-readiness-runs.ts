import { listReadinessRuns as operation } from '@assay/contract/operations/readiness';
import { pageOf, pageSize } from '@assay/kit/cursor';
import { handle } from '@assay/kit/handle';
import type { Deps } from '../deps.ts';
import { readinessRun, type StoredReadiness } from '../domain/readiness/readiness-run.ts';
import { listDirectoryRuns } from '../store/directory-runs.ts';

export const listReadinessRuns = ({ pool, cursors }: Deps) =>
  handle(operation, async (_caller, { projectId }, { readinessKind: variant, serverId, cursor, limit }) => {
    const list = `readiness runs ${projectId} ${variant ?? ''} ${serverId ?? ''}`;
    const size = pageSize(limit, 25, 100);
    const found = await listDirectoryRuns<StoredReadiness>(pool, projectId, { kind: 'readiness', variant, serverId }, cursors.decode(list, cursor), size + 1);
    const { items, nextCursor = null } = pageOf(found, size, ({ createdAt, id }) => cursors.encode(list, [createdAt.getTime(), id]));
    return { items: items.map(readinessRun), nextCursor };
  });
