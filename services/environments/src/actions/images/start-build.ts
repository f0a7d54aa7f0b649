import type { ImageBuildStarted } from '@assay/contract/areas/images/documents';
import { IMAGE_BUILD_KIND } from '@assay/contract/areas/images/build-kind';
import type { ImageBuildTask } from '@assay/contract/areas/images/build-work';
import { audit } from '@assay/kit/audit/audit';
import { newId } from '@assay/kit/id';
import { transaction, type Pool, type Tx } from '@assay/kit/postgres/db';
import type { Caller } from '@assay/kit/security/caller';
import { dropWork, enqueueWork } from '@assay/work/queue/work-queue';
import { baseDigestOf, validBlueprint } from '../../domain/images/blueprint.ts';
import { dockerfileOf } from '../../domain/images/dockerfile.ts';
import { assertMayEdit } from '../../domain/images/image-access.ts';
import type { StoredImage } from '../../domain/images/stored-image.ts';
import { failOpenBuilds, findUsableBuild, insertBuild } from '../../store/images/image-builds.ts';
import { claimImage } from '../../store/images/images.ts';

/** The time that one build gets, in milliseconds. */
const TIMEOUT_MS = 30 * 60_000;
const NO_BUILDER = 'This installation has no builder of sandbox images; its operator sets one up with IMAGE_BUILDS.';
const REPLACED = 'The blueprint changed, and a later build took the place of this one.';

/** The image to build, and whether the installation has a builder. */
export interface BuildTarget {
  projectId: string;
  imageId: string;
  hasBuilder: boolean;
}

/**
 * Enqueues a build of an image, which replaces builds of older content that are under way; a build of equal content that
 * is ready or under way is reused. Without a builder the build fails at once. Undefined when the caller sees no such
 * image.
 */
export function startBuild(
  pool: Pool,
  caller: Caller,
  { projectId, imageId, hasBuilder }: BuildTarget,
): Promise<ImageBuildStarted | undefined> {
  return transaction(pool, async (tx) => {
    const image = await claimImage(tx, projectId, caller.userId!, imageId);
    if (!image) return undefined;
    assertMayEdit(image, caller);
    const usable = await findUsableBuild(tx, imageId, image.contentHash);
    if (usable !== undefined) {
      await audit(tx);
      return { id: imageId, buildId: usable, reused: true };
    }
    const buildId = await addBuild(tx, image, hasBuilder);
    const target = { imageId, buildId };
    await audit(tx, hasBuilder ? { target } : { target, outcome: 'failed' });
    return { id: imageId, buildId, reused: false };
  });
}

async function addBuild(
  tx: Tx,
  { id: imageId, projectId, contentHash, blueprint: text }: StoredImage,
  hasBuilder: boolean,
): Promise<string> {
  const blueprint = validBlueprint(text);
  const build = { id: newId('build'), imageId, contentHash, baseImageDigests: [baseDigestOf(blueprint)] };
  await dropWork(tx, ...(await failOpenBuilds(tx, imageId, REPLACED)));
  await insertBuild(tx, build, hasBuilder ? undefined : NO_BUILDER);
  if (!hasBuilder) return build.id;
  const task: ImageBuildTask = { version: 1, name: imageId, tag: contentHash, dockerfile: dockerfileOf(blueprint) };
  // Without an organization, the item is for runners of the installation alone.
  await enqueueWork(tx, {
    id: build.id,
    kind: IMAGE_BUILD_KIND,
    projectId,
    task: Buffer.from(JSON.stringify(task)),
    timeoutMs: TIMEOUT_MS,
  });
  return build.id;
}
