import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import { changeImage } from '../../actions/images/change-image.ts';
import type { Deps } from '../../deps.ts';
import { assertOwns } from '../../domain/images/image-access.ts';
import { shownImage } from '../../domain/images/stored-image.ts';

export const promoteSandboxImage = ({ pool }: Deps) =>
  handle(operations.promoteSandboxImage, async (caller, target) => {
    const image = await changeImage(pool, caller, target, (before) => {
      assertOwns(before, caller);
      return { sharing: 'project' };
    });
    if (!image) throw notFound('sandbox image');
    return shownImage(image, caller.userId);
  });
