import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { shownImage } from '../../domain/images/stored-image.ts';
import { listImages } from '../../store/images/images.ts';

export const listSandboxImages = ({ pool }: Deps) =>
  handle(operations.listSandboxImages, async ({ userId }, { projectId }) => ({
    items: (await listImages(pool, projectId, userId!)).map((image) => shownImage(image, userId)),
  }));
