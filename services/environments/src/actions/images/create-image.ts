import type { CreateImage } from '@assay/contract/areas/images/documents';
import { audit } from '@assay/kit/audit/audit';
import { newId } from '@assay/kit/id';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { hashOfBlueprint, validBlueprint } from '../../domain/images/blueprint.ts';
import type { StoredImage } from '../../domain/images/stored-image.ts';
import { admitToProject } from '../projects/admit-to-project.ts';
import { insertImage } from '../../store/images/images.ts';

/** Saves an image for its owner. @throws CONFLICT when the project has as many as it may. */
export function createImage(
  pool: Pool,
  { projectId, ownerId }: { projectId: string; ownerId: string },
  { name, blueprint }: CreateImage,
): Promise<StoredImage> {
  const contentHash = hashOfBlueprint(validBlueprint(blueprint));
  return transaction(pool, async (tx) => {
    const image = { id: newId('image'), projectId, ownerId, name, sharing: 'user' as const, blueprint, contentHash };
    const after = await insertImage(tx, image);
    await admitToProject(tx, projectId, 'images');
    await audit(tx, { target: { imageId: after.id }, after });
    return after;
  });
}
