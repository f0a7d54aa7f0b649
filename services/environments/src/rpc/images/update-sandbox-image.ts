import { given } from '@assay/contract/given';
import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import { changeImage } from '../../actions/images/change-image.ts';
import type { Deps } from '../../deps.ts';
import { hashOfBlueprint, validBlueprint } from '../../domain/images/blueprint.ts';
import { assertMayEdit } from '../../domain/images/image-access.ts';
import { shownImage } from '../../domain/images/stored-image.ts';

export const updateSandboxImage = ({ pool }: Deps) =>
  handle(operations.updateSandboxImage, async (caller, target, { name, blueprint }) => {
    const image = await changeImage(pool, caller, target, (before) => {
      assertMayEdit(before, caller);
      return {
        ...given({ name }),
        ...(blueprint !== undefined && { blueprint, contentHash: hashOfBlueprint(validBlueprint(blueprint)) }),
      };
    });
    if (!image) throw notFound('sandbox image');
    return shownImage(image, caller.userId);
  });
