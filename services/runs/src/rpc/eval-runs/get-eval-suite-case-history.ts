import { HISTORY_RUNS } from '@assay/contract/areas/eval-runs/case-history';
import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { caseHistory } from '../../domain/eval-runs/case-history.ts';
import { assertSuite } from '../../flows/eval-runs/suites.ts';
import { listFinishedRuns } from '../../store/analysis/stage-facts.ts';
import { listPastCases } from '../../store/eval-runs/run-cases.ts';

export const getEvalSuiteCaseHistory = ({ pool, suites }: Deps) =>
  handle(operations.getEvalSuiteCaseHistory, async (_caller, { projectId, suiteId }) => {
    const runs = await listFinishedRuns(pool, projectId, suiteId, HISTORY_RUNS);
    if (runs.length === 0) await assertSuite(suites, projectId, suiteId);
    return caseHistory(
      suiteId,
      runs,
      await listPastCases(
        pool,
        runs.map(({ id }) => id),
      ),
    );
  });
