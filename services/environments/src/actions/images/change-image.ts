import type { Caller } from '@assay/kit/security/caller';
import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool, type Tx } from '@assay/kit/postgres/db';
import type { StoredImage } from '../../domain/images/stored-image.ts';
import { claimImage, replaceImage, type ImageWrite } from '../../store/images/images.ts';

type ImageChange = Partial<Omit<ImageWrite, 'id' | 'projectId'>>;

/**
 * Replaces an image by the result of `change`, under the lock of its row. Undefined when the caller sees no such image.
 * A change without an effect writes nothing, and a throw of `change` leaves everything unchanged.
 */
export function changeImage(
  pool: Pool,
  { userId }: Caller,
  { projectId, imageId }: { projectId: string; imageId: string },
  change: (before: StoredImage, tx: Tx) => ImageChange | Promise<ImageChange>,
): Promise<StoredImage | undefined> {
  return transaction(pool, async (tx) => {
    const before = await claimImage(tx, projectId, userId!, imageId);
    if (!before) return undefined;
    const next = { ...before, ...(await change(before, tx)) };
    const isSame = (['name', 'sharing', 'blueprint'] as const).every((field) => next[field] === before[field]);
    if (isSame) {
      await audit(tx);
      return before;
    }
    const after = await replaceImage(tx, next);
    await audit(tx, { target: { imageId }, before, after });
    return after;
  });
}
