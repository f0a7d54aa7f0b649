import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { analyticsOf } from '../../domain/analysis/stage-analytics.ts';
import { findStageFacts, listFinishedRuns, type FinishedRun } from '../../store/analysis/stage-facts.ts';
import { freezeSuite } from '../../flows/eval-runs/suites.ts';

const MAX_RUNS = 50;
/** At most this many iterations are summed up for one answer: about two seconds of work. */
const MAX_ITERATIONS = 50_000;

export const getEvalSuiteStageAnalytics = ({ pool, suites }: Deps) =>
  handle(operations.getEvalSuiteStageAnalytics, async (_caller, { projectId, suiteId }) => {
    const newest = await listFinishedRuns(pool, projectId, suiteId, MAX_RUNS);
    if (newest.length === 0) await freezeSuite(suites, projectId, suiteId);
    const read = affordable(newest);
    const facts = await findStageFacts(
      pool,
      read.map(({ id }) => id),
    );
    return {
      suiteId,
      ...analyticsOf(facts),
      tools: facts.tools,
      runs: read.map(({ id: runId, runNumber, status }) => ({
        runId,
        runNumber,
        status,
        ...analyticsOf(facts, runId),
      })),
      truncated: read.length < newest.length,
    };
  });

/** The newest runs within MAX_ITERATIONS; always at least the newest one. */
function affordable(runs: FinishedRun[]): FinishedRun[] {
  let iterations = 0;
  const end = runs.findIndex(({ total }, i) => (iterations += total) > MAX_ITERATIONS && i > 0);
  return end < 0 ? runs : runs.slice(0, end);
}
