import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { toJob } from '../../domain/authoring/authoring-job.ts';
import { findAuthoringJob } from '../../store/authoring/authoring-jobs.ts';

export const getEvalAuthoringJob = ({ pool }: Deps) =>
  handle(operations.getEvalAuthoringJob, async (_caller, target) => {
    const job = await findAuthoringJob(pool, target);
    if (!job) throw notFound('authoring job');
    return toJob(job);
  });
