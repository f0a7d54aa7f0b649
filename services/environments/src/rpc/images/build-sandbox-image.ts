import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import { startBuild } from '../../actions/images/start-build.ts';
import type { Deps } from '../../deps.ts';

export const buildSandboxImage = ({ pool, hasBuilder }: Deps) =>
  handle(operations.buildSandboxImage, async (caller, target) => {
    const started = await startBuild(pool, caller, { ...target, hasBuilder });
    if (!started) throw notFound('sandbox image');
    return started;
  });
