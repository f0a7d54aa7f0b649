import { listConformanceRuns as operation } from '@assay/contract/operations/conformance';
import { pageOf, pageSize } from '@assay/kit/cursor';
import { handle } from '@assay/kit/handle';
import type { Deps } from '../deps.ts';
import { conformanceRun, type StoredConformance } from '../domain/conformance/conformance-run.ts';
import { listDirectoryRuns } from '../store/directory-runs.ts';

export const listConformanceRuns = ({ pool, cursors }: Deps) =>
  handle(operation, async (_caller, { projectId }, { serverId, cursor, limit }) => {
    const list = `conformance runs ${projectId} ${serverId ?? ''}`;
    const size = pageSize(limit, 25, 100);
    const found = await listDirectoryRuns<StoredConformance>(pool, projectId, { kind: 'conformance', variant: undefined, serverId }, cursors.decode(list, cursor), size + 1);
    const page = pageOf(found, size, ({ createdAt, id }) => cursors.encode(list, [createdAt.getTime(), id]));
    return { ...page, items: page.items.map(conformanceRun) };
  });
