import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { listBuilds } from '../../store/images/image-builds.ts';
import { findImage } from '../../store/images/images.ts';

export const listSandboxImageBuilds = ({ pool }: Deps) =>
  handle(operations.listSandboxImageBuilds, async ({ userId }, { projectId, imageId }) => {
    if (!(await findImage(pool, projectId, userId!, imageId))) throw notFound('sandbox image');
    return { items: await listBuilds(pool, imageId) };
  });
