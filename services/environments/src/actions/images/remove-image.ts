import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import type { Caller } from '@assay/kit/security/caller';
import { assertMayEdit } from '../../domain/images/image-access.ts';
import { claimImage, deleteImage } from '../../store/images/images.ts';

/** Deletes an image with its builds. False when the caller sees no such image. */
export function removeImage(
  pool: Pool,
  caller: Caller,
  { projectId, imageId }: { projectId: string; imageId: string },
): Promise<boolean> {
  return transaction(pool, async (tx) => {
    const before = await claimImage(tx, projectId, caller.userId!, imageId);
    if (!before) return false;
    assertMayEdit(before, caller);
    await deleteImage(tx, projectId, imageId);
    await audit(tx, { target: { imageId }, before });
    return true;
  });
}
