import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { toEnvironment } from '../../domain/environments/environment-view.ts';
import { findEnvironment } from '../../store/environments/environments.ts';

export const getEnvironment = ({ pool }: Deps) =>
  handle(operations.getEnvironment, async (_caller, { projectId, environmentId }) => {
    const environment = await findEnvironment(pool, projectId, environmentId);
    if (!environment) throw notFound('environment');
    return toEnvironment(environment);
  });
