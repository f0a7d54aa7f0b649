import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { scorecardOf } from '../../domain/journey-runs/run-report.ts';
import { findRun } from '../../store/journey-runs/journey-runs.ts';

export const getJourneyRunScorecard = ({ pool }: Deps) =>
  handle(operations.getJourneyRunScorecard, async (_caller, { projectId, runId }) => {
    const run = await findRun(pool, projectId, runId);
    const scorecard = run && scorecardOf(run);
    if (!scorecard) throw notFound(run ? 'scorecard: the journey had no rubric' : 'journey run');
    return scorecard;
  });
