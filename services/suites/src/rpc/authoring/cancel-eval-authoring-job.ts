import { operations } from '@assay/contract/operations';
import { conflict, notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import { cancelJob } from '../../actions/authoring/cancel-authoring-job.ts';
import type { Deps } from '../../deps.ts';
import { toJob } from '../../domain/authoring/authoring-job.ts';

export const cancelEvalAuthoringJob = ({ pool, wakeUp }: Deps) =>
  handle(operations.cancelEvalAuthoringJob, async (_caller, target) => {
    const job = await cancelJob(pool, target);
    if (!job) throw notFound('authoring job');
    if (job.status !== 'cancelled')
      throw conflict(`The job has already ended: it is ${job.status}.`, { status: job.status });
    wakeUp.wake();
    return toJob(job);
  });
