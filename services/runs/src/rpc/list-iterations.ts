import { listEvalRunIterations as operation } from '@assay/contract/operations/runs';
import { notFound } from '@assay/contract/problem';
import { pageOf, pageSize } from '@assay/kit/cursor';
import { handle } from '@assay/kit/handle';
import type { Deps } from '../deps.ts';
import { iterationRecord } from '../domain/iteration-record.ts';
import { listIterations as list } from '../store/iterations.ts';
import { findRun } from '../store/runs.ts';

export const listIterations = ({ pool, cursors }: Deps) =>
  handle(operation, async (_caller, { projectId, runId }, { cursor, limit }) => {
    if (!await findRun(pool, projectId, runId)) throw notFound('run');
    const scope = `iterations ${runId}`;
    const [after = -1] = cursors.decode(scope, cursor) ?? [];
    const size = pageSize(limit, 50, 200);
    const page = pageOf(await list(pool, runId, Number(after), size + 1), size, ({ position }) => cursors.encode(scope, [position]));
    return { ...page, items: page.items.map((iteration) => iterationRecord(projectId, iteration)) };
  });
