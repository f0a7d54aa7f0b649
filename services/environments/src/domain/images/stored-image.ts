import type { Image } from '@assay/contract/areas/images/documents';

/** An image as it is stored, with its newest build. */
export type StoredImage = Omit<Image, 'isOwner'> & { ownerId: string };

/** The image as a caller sees it. */
export const shownImage = ({ ownerId, ...image }: StoredImage, userId: string | undefined): Image => ({
  ...image,
  isOwner: ownerId === userId,
});
