import type { CreateImage } from '@assay/contract/areas/images/documents';
import { conflict } from '@assay/contract/problem';
import { audit } from '@assay/kit/audit/audit';
import { newId } from '@assay/kit/id';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { hashOfBlueprint, validBlueprint } from '../../domain/images/blueprint.ts';
import type { StoredImage } from '../../domain/images/stored-image.ts';
import { countImages, insertImage } from '../../store/images/images.ts';

/** At most 200 images in a project. */
const MAX_IMAGES = 200;

/** Saves an image for its owner. @throws CONFLICT when the project has `MAX_IMAGES`. */
export function createImage(
  pool: Pool,
  { projectId, ownerId }: { projectId: string; ownerId: string },
  { name, blueprint }: CreateImage,
): Promise<StoredImage> {
  const contentHash = hashOfBlueprint(validBlueprint(blueprint));
  return transaction(pool, async (tx) => {
    const currentValue = await countImages(tx, projectId);
    if (currentValue >= MAX_IMAGES)
      throw conflict(`The project has ${currentValue} sandbox images; delete one that is not needed.`, {
        limit: 'images',
        allowedValue: MAX_IMAGES,
        currentValue,
      });
    const image = { id: newId('image'), projectId, ownerId, name, sharing: 'user' as const, blueprint, contentHash };
    const after = await insertImage(tx, image);
    await audit(tx, { target: { imageId: after.id }, after });
    return after;
  });
}
