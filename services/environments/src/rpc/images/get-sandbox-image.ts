import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { shownImage } from '../../domain/images/stored-image.ts';
import { findImage } from '../../store/images/images.ts';

export const getSandboxImage = ({ pool }: Deps) =>
  handle(operations.getSandboxImage, async ({ userId }, { projectId, imageId }) => {
    const image = await findImage(pool, projectId, userId!, imageId);
    if (!image) throw notFound('sandbox image');
    return shownImage(image, userId);
  });
