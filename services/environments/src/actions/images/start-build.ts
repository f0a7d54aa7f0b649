import { audit } from '@assay/kit/audit/audit';
import { newId } from '@assay/kit/id';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import type { Caller } from '@assay/kit/security/caller';
import { baseDigestOf, validBlueprint } from '../../domain/images/blueprint.ts';
import { assertMayEdit } from '../../domain/images/image-access.ts';
import { insertFailedBuild } from '../../store/images/image-builds.ts';
import { claimImage } from '../../store/images/images.ts';

const NO_BUILDER = 'This version of Assay has no builder of sandbox images.';

/** Records a build of an image, which fails at once, without a builder. Undefined when the caller sees no such image. */
export function startBuild(
  pool: Pool,
  caller: Caller,
  { projectId, imageId }: { projectId: string; imageId: string },
): Promise<string | undefined> {
  return transaction(pool, async (tx) => {
    const image = await claimImage(tx, projectId, caller.userId!, imageId);
    if (!image) return undefined;
    assertMayEdit(image, caller);
    const { contentHash, blueprint } = image;
    const buildId = newId('build');
    const baseImageDigests = [baseDigestOf(validBlueprint(blueprint))];
    await insertFailedBuild(tx, { id: buildId, imageId, contentHash, baseImageDigests, error: NO_BUILDER });
    await audit(tx, { target: { imageId, buildId }, outcome: 'failed' });
    return buildId;
  });
}
