import { roleIncludes, type CallerAccess } from '@assay/contract/access';
import { conflict, forbidden, type Problem } from '@assay/contract/problem';
import type { StoredImage } from './stored-image.ts';

type Shared = Pick<StoredImage, 'ownerId' | 'sharing'>;

/** @throws FORBIDDEN unless the caller owns the image, or it is promoted and the caller is an admin of the project. */
export function assertMayEdit({ ownerId, sharing }: Shared, { userId, role }: CallerAccess): void {
  if (ownerId === userId || (sharing === 'project' && roleIncludes(role, 'admin'))) return;
  throw forbidden('Only the owner of a sandbox image, and admins once it is promoted, change it.');
}

/** @throws FORBIDDEN unless the caller owns the image. */
export function assertOwns({ ownerId }: Shared, { userId }: CallerAccess): void {
  if (ownerId !== userId) throw forbidden('Only the owner of a sandbox image promotes it.');
}

/** The CONFLICT of promoting an image whose present content has no build that is ready. */
export const notReadyProblem = ({ currentBuild }: Pick<StoredImage, 'currentBuild'>): Problem =>
  conflict('The sandbox image has no ready build of its present content: build it, then promote it.', {
    buildStatus: currentBuild?.status ?? null,
  });
