import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import { createImage } from '../../actions/images/create-image.ts';
import type { Deps } from '../../deps.ts';
import { shownImage } from '../../domain/images/stored-image.ts';

export const createSandboxImage = ({ pool }: Deps) =>
  handle(operations.createSandboxImage, async ({ userId }, { projectId }, input) =>
    shownImage(await createImage(pool, { projectId, ownerId: userId! }, input), userId),
  );
