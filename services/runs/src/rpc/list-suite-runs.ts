import { listEvalSuiteRuns as operation } from '@assay/contract/operations/runs';
import { pageOf, pageSize } from '@assay/kit/cursor';
import { handle } from '@assay/kit/handle';
import type { Deps } from '../deps.ts';
import { runRecord } from '../domain/run-record.ts';
import { listRuns } from '../store/runs.ts';
import { freezeSuite } from '../suites.ts';

export const listSuiteRuns = ({ pool, cursors, suites }: Deps) =>
  handle(operation, async (_caller, { projectId, suiteId }, { cursor, limit }) => {
    const scope = `runs ${projectId} ${suiteId}`;
    const after = cursors.decode(scope, cursor);
    const size = pageSize(limit, 25, 100);
    const found = await listRuns(pool, projectId, suiteId, after, size + 1);
    if (found.length === 0 && !after) await freezeSuite(suites, projectId, suiteId);
    const page = pageOf(found, size, ({ createdAt, id }) => cursors.encode(scope, [createdAt.getTime(), id]));
    return { ...page, items: page.items.map(runRecord) };
  });
