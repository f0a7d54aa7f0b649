import type { CompleteRequest, CompleteResponse, IterationReport } from '@assay/contract/gen/assay/v1/work';
import type { Handler } from '@assay/kit/serve';
import { settle, type End } from '../actions/settle-iterations.ts';
import type { Deps } from '../deps.ts';
import { endOf } from '../end-of.ts';
import { runnersOnly } from '../runners-only.ts';
import { findHeld } from '../store/iterations.ts';

export const complete = ({ pool, frozen }: Deps): Handler<CompleteRequest, CompleteResponse> => runnersOnly(async ({ reports }) => {
  const held = new Map((await findHeld(pool, reports.map(({ iterationId: id, fence }) => ({ id, fence })))).map((each) => [each.id, each]));
  const graded = await Promise.all(reports.map(async (report): Promise<End | undefined> => {
    const iteration = held.get(report.iterationId);
    const run = iteration && await frozen.find(iteration.runId);
    return run && endOf(report, iteration, run);
  }));
  const ends = graded.filter((end) => end !== undefined);
  const settled = ends.length > 0 ? await settle(pool, ends, new Date()) : new Set<string>();
  return { refusedIterationIds: reports.map(({ iterationId }: IterationReport) => iterationId).filter((id) => !settled.has(id)) };
});
