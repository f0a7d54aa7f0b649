import { operations } from '@assay/contract/operations';
import { notFound, Problem } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { findImage } from '../../store/images/images.ts';

export const useSandboxImage = ({ pool }: Deps) =>
  handle(operations.useSandboxImage, async ({ userId }, { projectId, imageId }) => {
    if (!(await findImage(pool, projectId, userId!, imageId))) throw notFound('sandbox image');
    throw new Problem(
      'FEATURE_NOT_SUPPORTED',
      'This version of Assay runs nothing in sandbox images: let a runner of your own, in a container with what the server needs, start its command.',
      { imageId },
    );
  });
