import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import { removeImage } from '../../actions/images/remove-image.ts';
import type { Deps } from '../../deps.ts';

export const deleteSandboxImage = ({ pool }: Deps) =>
  handle(operations.deleteSandboxImage, async (caller, target) => {
    if (!(await removeImage(pool, caller, target))) throw notFound('sandbox image');
    return { id: target.imageId, deleted: true as const };
  });
