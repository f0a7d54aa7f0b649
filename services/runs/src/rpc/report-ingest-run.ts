import { reportEvalRun as operation } from '@assay/contract/operations/ingest';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/handle';
import { reportRun } from '../actions/ingest-run.ts';
import type { Deps } from '../deps.ts';
import { ingestedRun } from '../domain/ingest/ingested-run.ts';
import { isOver } from '../domain/ingest/progress.ts';
import { checkRun, checkSource } from '../domain/ingest/shape.ts';
import { trialsOf } from '../ingest-trials.ts';
import { findReported, newRunOf, resultsIn } from '../ingesting.ts';
import { sized } from '../sized.ts';
import { findClockTime } from '../store/tombstones.ts';

export const reportIngestRun = (deps: Deps) =>
  sized(handle(operation, async (caller, target, body) => {
    checkRun(body);
    checkSource(body);
    const earlier = await findReported(deps, target.projectId, body);
    if (earlier && isOver(earlier)) return ingestedRun(earlier, true);
    const begunAt = await findClockTime(deps.pool);
    const results = await resultsIn(deps, target.projectId, body);
    const run = await newRunOf(deps, caller, target, body);
    const begun = await reportRun(deps.pool, run, await trialsOf(earlier?.suiteId ?? run.suiteId, results), begunAt);
    if (begun === 'gone') throw notFound('suite');
    deps.news.ring();
    return ingestedRun(begun.run, begun.reused);
  }));
