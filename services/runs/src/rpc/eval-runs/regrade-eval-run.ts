import { operations } from '@assay/contract/operations';
import { conflict, notFound } from '@assay/contract/problem';
import { jsonWith } from '@assay/kit/json/json-with';
import { handle } from '@assay/kit/rpc/handle';
import { regradeRun as regrade } from '../../actions/eval-runs/regrade-run.ts';
import type { Deps } from '../../deps.ts';
import { assertNotIngested } from '../../domain/eval-runs/run.ts';
import { assertRunOver } from '../../domain/eval-runs/run.ts';
import { nothingRecorded } from '../../flows/iterations/recording.ts';
import { shownRun } from '../../flows/eval-runs/shown-run.ts';
import { findRun } from '../../store/eval-runs/runs.ts';
import { freezeSuite } from '../../flows/eval-runs/suites.ts';

export const regradeEvalRun = ({ pool, suites }: Deps) =>
  handle(operations.regradeEvalRun, async ({ userId }, target, { checks = 'frozen' }) => {
    const run = await findRun(pool, target.projectId, target.runId);
    if (!run) throw notFound('run');
    assertRunOver(run);
    assertNotIngested(run);
    if (run.status !== 'completed')
      throw conflict('The run did not complete, so there is nothing to decide by its grades.', { status: run.status });
    const present = checks === 'current' ? await freezeSuite(suites, target.projectId, run.suiteId) : undefined;
    const regraded = await regrade(pool, target, { userId, present });
    if (regraded === 'busy') throw conflict('The run is being regraded already.');
    if (regraded === 'untraced') throw nothingRecorded();
    if (!regraded) throw notFound('run');
    const shown = await shownRun(pool, target);
    if (!shown) throw notFound('run');
    return jsonWith(regraded, { run: shown.toString() });
  });
