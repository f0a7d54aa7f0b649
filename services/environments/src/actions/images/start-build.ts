import { audit } from '@assay/kit/audit/audit';
import { newId } from '@assay/kit/id';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import type { Caller } from '@assay/kit/security/caller';
import { baseDigestOf, validBlueprint } from '../../domain/images/blueprint.ts';
import { assertMayEdit } from '../../domain/images/image-access.ts';
import { findReusableBuild, insertFailedBuild } from '../../store/images/image-builds.ts';
import { claimImage } from '../../store/images/images.ts';

const NO_BUILDER = 'This version of Assay has no builder of sandbox images.';

/**
 * Builds the content of an image, unless it has a build of it. Undefined when the caller sees no such image. Without a
 * builder the build fails at once.
 */
export function startBuild(
  pool: Pool,
  caller: Caller,
  { projectId, imageId }: { projectId: string; imageId: string },
): Promise<{ buildId: string; reused: boolean } | undefined> {
  return transaction(pool, async (tx) => {
    const image = await claimImage(tx, projectId, caller.userId!, imageId);
    if (!image) return undefined;
    assertMayEdit(image, caller);
    const { contentHash, blueprint } = image;
    const former = await findReusableBuild(tx, imageId, contentHash);
    if (former !== undefined) {
      await audit(tx);
      return { buildId: former, reused: true };
    }
    const buildId = newId('build');
    const baseImageDigests = [baseDigestOf(validBlueprint(blueprint))];
    await insertFailedBuild(tx, { id: buildId, imageId, contentHash, baseImageDigests, error: NO_BUILDER });
    await audit(tx, { target: { imageId, buildId }, outcome: 'failed' });
    return { buildId, reused: false };
  });
}
