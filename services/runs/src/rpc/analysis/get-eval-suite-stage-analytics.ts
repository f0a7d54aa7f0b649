import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { analyticsOf, toolFactsOf } from '../../domain/analysis/stage-analytics.ts';
import { suiteStageFacts } from '../../flows/analysis/run-sums.ts';
import { listFinishedRuns } from '../../store/analysis/stage-facts.ts';
import { assertSuite } from '../../flows/eval-runs/suites.ts';

const MAX_RUNS = 50;

export const getEvalSuiteStageAnalytics = ({ pool, suites }: Deps) =>
  handle(operations.getEvalSuiteStageAnalytics, async (_caller, { projectId, suiteId }) => {
    const newest = await listFinishedRuns(pool, projectId, suiteId, MAX_RUNS);
    if (newest.length === 0) await assertSuite(suites, projectId, suiteId);
    const told = await suiteStageFacts(pool, newest);
    const facts = told.map((each) => each.facts);
    return {
      suiteId,
      ...analyticsOf(facts),
      tools: toolFactsOf(facts),
      runs: told.map(({ run: { id: runId, runNumber, status }, facts: own }) => ({
        runId,
        runNumber,
        status,
        ...analyticsOf([own]),
      })),
      truncated: told.length < newest.length,
    };
  });
