import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { readinessRun, type StoredReadiness } from '../../domain/readiness/readiness-run.ts';
import { findDirectoryRun } from '../../store/directory-runs/directory-runs.ts';

export const getReadinessRun = ({ pool }: Deps) =>
  handle(operations.getReadinessRun, async (_caller, target) => {
    const run = await findDirectoryRun<StoredReadiness>(pool, 'readiness', target);
    if (!run) throw notFound('readiness run');
    return readinessRun(run);
  });
