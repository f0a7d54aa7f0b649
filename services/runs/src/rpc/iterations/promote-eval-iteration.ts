import { operations } from '@assay/contract/operations';
import { conflict } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { promoteIteration } from '../../domain/iterations/promote-iteration.ts';
import { faultProblem } from '@assay/contract/fault';
import { openRecording } from '../../flows/iterations/recording.ts';
import { proposeCase } from '../../flows/eval-runs/suites.ts';

export const promoteEvalIteration = ({ pool, suites }: Deps) =>
  handle(operations.promoteEvalIteration, async (_caller, target, { suiteId: chosen, title }) => {
    if (title?.trim() === '') throw faultProblem({ path: '/title', message: 'must not be blank' });
    const recording = await openRecording(pool, target);
    const promotion = promoteIteration({ ...target, ...recording }, title);
    if (!promotion) throw conflict('The iteration has neither a prompt nor a call to make a case of.');
    const suiteId = chosen ?? recording.suiteId;
    return { suiteId, ...(await proposeCase(suites, target.projectId, suiteId, promotion)) };
  });
