import type { EvalSuiteBadge } from '@assay/contract/areas/badges/documents';
import { operations } from '@assay/contract/operations';
import { openSignedToken, signToken } from '@assay/kit/security/signed-token';

const SCOPE = { purpose: 'badge-links' };

/** The link of a suite's badge: its id is in the token. */
export interface Badge {
  id: string;
  suiteId: string;
  /** Null for all runs but the ones of pull requests. */
  branch: string | null;
  createdAt: Date;
}

/** The link as the API shows it. Its secret is a signature over the badge's id, so that it need not be stored. */
export function badgeRecord(
  { meshSecret, publicUrl }: { meshSecret: string; publicUrl: string },
  { id, suiteId, branch, createdAt }: Badge,
): EvalSuiteBadge {
  const token = signToken(meshSecret, SCOPE, Buffer.from(id)).toString('base64url');
  const path = operations.getBadgeImage.path.replace('{badgeToken}', token);
  return {
    suiteId,
    url: `${publicUrl}${path}`,
    ...(branch !== null && { branch }),
    createdAt: createdAt.getTime(),
  };
}

/** The badge of a token; undefined when the token is forged. */
export const badgeOfToken = (meshSecret: string, token: string): string | undefined =>
  openSignedToken(meshSecret, SCOPE, Buffer.from(token, 'base64url'))?.toString();
