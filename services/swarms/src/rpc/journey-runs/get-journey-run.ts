import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { SHOWN_ATTEMPTS, toJourneyRunDetail } from '../../domain/journey-runs/run-view.ts';
import { findRun } from '../../store/journey-runs/journey-runs.ts';
import { listSessions } from '../../store/journey-runs/sessions.ts';

export const getJourneyRun = ({ pool }: Deps) =>
  handle(operations.getJourneyRun, async (_caller, { projectId, runId }) => {
    const [run, sessions] = await Promise.all([
      findRun(pool, projectId, runId),
      listSessions(pool, runId, -1, SHOWN_ATTEMPTS),
    ]);
    if (!run) throw notFound('journey run');
    return toJourneyRunDetail(run, sessions);
  });
