import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle, RawReply } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { findRun } from '../../store/eval-runs/runs.ts';
import { tracesPage } from '../../flows/reports/traces-page.ts';

export const exportEvalRunTraces = ({ pool, cursors }: Deps) =>
  handle(operations.exportEvalRunTraces, async (_caller, { projectId, runId }, { cursor, includeContent = false }) => {
    const scope = `otlp ${runId}`;
    const [position, told] = (cursors.decode(scope, cursor) ?? [0, 0]).map(Number) as [number, number];
    const run = await findRun(pool, projectId, runId);
    if (!run) throw notFound('run');
    const { body, next } = await tracesPage(pool, run, { position, told }, includeContent ? 'full' : 'reasons');
    return new RawReply(body, 'application/json', {
      'x-complete': String(next === undefined && run.completedAt !== null),
      ...(next !== undefined && { 'x-next-cursor': cursors.encode(scope, [next.position, next.told]) }),
    });
  });
