import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import { startBuild } from '../../actions/images/start-build.ts';
import type { Deps } from '../../deps.ts';

export const buildSandboxImage = ({ pool }: Deps) =>
  handle(operations.buildSandboxImage, async (caller, target) => {
    const buildId = await startBuild(pool, caller, target);
    if (buildId === undefined) throw notFound('sandbox image');
    return { id: target.imageId, buildId, reused: false };
  });
