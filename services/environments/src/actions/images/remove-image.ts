import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import type { Caller } from '@assay/kit/security/caller';
import { dropWork } from '@assay/work/queue/work-queue';
import { assertMayEdit } from '../../domain/images/image-access.ts';
import { holdersProblem } from '../../domain/plugins/holders-problem.ts';
import { listEnvironmentsOfImage } from '../../store/environments/environments.ts';
import { failOpenBuilds } from '../../store/images/image-builds.ts';
import { claimImage, deleteImage } from '../../store/images/images.ts';

/**
 * Deletes an image with its builds, and drops the work of a build that is under way. False when the caller sees no such
 * image. @throws CONFLICT while an environment names it.
 */
export function removeImage(
  pool: Pool,
  caller: Caller,
  { projectId, imageId }: { projectId: string; imageId: string },
): Promise<boolean> {
  return transaction(pool, async (tx) => {
    const before = await claimImage(tx, projectId, caller.userId!, imageId);
    if (!before) return false;
    assertMayEdit(before, caller);
    const used = holdersProblem(await listEnvironmentsOfImage(tx, projectId, imageId));
    if (used) throw used;
    await dropWork(tx, ...(await failOpenBuilds(tx, imageId, 'The image was deleted.')));
    await deleteImage(tx, projectId, imageId);
    await audit(tx, { target: { imageId }, before });
    return true;
  });
}
