import { setImmediate } from 'node:timers/promises';
import type { CompleteRequest, CompleteResponse } from '@assay/contract/gen/assay/v1/work';
import { onlyForService } from '@assay/kit/rpc/only-for-service';
import type { Handler } from '@assay/kit/rpc/handler';
import { settle, type End } from '../../actions/work/settle-iterations.ts';
import type { Deps } from '../../deps.ts';
import { endOf, unreadable } from '../../flows/work/end-of-report.ts';
import { findHeld, listWithin } from '../../store/work/leases.ts';

export const complete = ({ pool, log, frozen, news }: Deps): Handler<CompleteRequest, CompleteResponse> =>
  onlyForService('runner', async ({ reports }, caller) => {
    const holds = await listWithin(
      pool,
      reports.map(({ iterationId: id, fence }) => ({ id, fence })),
      caller,
    );
    const held = new Map((await findHeld(pool, holds)).map((each) => [keyOf(each.id, each.fence), each]));
    const ending: Promise<End>[] = [];
    // A lease that lapsed and came back may be reported under both its fences at once, and one report may come twice.
    for (const [key, report] of new Map(reports.map((each) => [keyOf(each.iterationId, each.fence), each]))) {
      const iteration = held.get(key);
      const run = iteration && (await frozen.find(iteration.runId));
      if (run) {
        ending.push(
          endOf(report, iteration, run).catch((error: unknown) => {
            log.error(
              { err: error, runId: iteration.runId, iterationId: iteration.id },
              'a report could not be read or graded',
            );
            return unreadable(report, iteration);
          }),
        );
      }
      // Some assertions are costly; heartbeats get their turn in between.
      await setImmediate();
    }
    const ends = await Promise.all(ending);
    const settled = ends.length > 0 ? await settle(pool, log, ends) : new Set<string>();
    for (const runId of new Set(ends.filter(({ id }) => settled.has(id)).map((end) => end.runId))) news.ring(runId);
    return { refusedIterationIds: reports.map(({ iterationId }) => iterationId).filter((id) => !settled.has(id)) };
  });

const keyOf = (id: string, fence: number) => `${id} ${fence}`;
