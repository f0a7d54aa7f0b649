import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import { changeImage } from '../../actions/images/change-image.ts';
import type { Deps } from '../../deps.ts';
import { assertOwns, notReadyProblem } from '../../domain/images/image-access.ts';
import { shownImage } from '../../domain/images/stored-image.ts';
import { hasReadyBuild } from '../../store/images/image-builds.ts';

export const promoteSandboxImage = ({ pool, hasBuilder }: Deps) =>
  handle(operations.promoteSandboxImage, async (caller, target) => {
    const image = await changeImage(pool, caller, target, async (before, tx) => {
      assertOwns(before, caller);
      const needsBuild = hasBuilder || before.currentBuild?.status === 'failed';
      if (needsBuild && before.sharing === 'user' && !(await hasReadyBuild(tx, before.id)))
        throw notReadyProblem(before);
      return { sharing: 'project' };
    });
    if (!image) throw notFound('sandbox image');
    return shownImage(image, caller.userId);
  });
