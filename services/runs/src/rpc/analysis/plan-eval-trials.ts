import { operations } from '@assay/contract/operations';
import { invalid } from '@assay/contract/problem';
import { trialsNeeded } from '@assay/grading/statistics/trials-needed';
import { DEFAULT_CONFIDENCE } from '@assay/grading/statistics/wilson';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';

export const planEvalTrials = (_deps: Deps) =>
  handle(
    operations.planEvalTrials,
    async (_caller, _target, { baselineRate, drop, power = 0.8, confidence = DEFAULT_CONFIDENCE }) => {
      if (drop > baselineRate) {
        const message = 'must be at most baselineRate';
        throw invalid(`/drop ${message}.`, { issues: [{ path: '/drop', message }] });
      }
      const wanted = { baselineRate, drop, power, confidence };
      return { ...wanted, trialsPerSide: trialsNeeded(wanted) };
    },
  );
