import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import { createImage } from '../../actions/images/create-image.ts';
import type { Deps } from '../../deps.ts';
import { validatedBlueprint } from '../../domain/images/blueprint.ts';
import { shownImage } from '../../domain/images/stored-image.ts';
import { listImages } from '../../store/images/images.ts';

export const createSandboxImage = ({ pool }: Deps) =>
  handle(operations.createSandboxImage, async ({ userId }, { projectId }, input) =>
    shownImage(await createImage(pool, { projectId, ownerId: userId! }, input), userId),
  );

export const listSandboxImages = ({ pool }: Deps) =>
  handle(operations.listSandboxImages, async ({ userId }, { projectId }) => ({
    items: (await listImages(pool, projectId, userId!)).map((image) => shownImage(image, userId)),
  }));

export const validateSandboxImageBlueprint = (_deps: Deps) =>
  handle(operations.validateSandboxImageBlueprint, async (_caller, _target, { blueprint }) =>
    validatedBlueprint(blueprint),
  );
