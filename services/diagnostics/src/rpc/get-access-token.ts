import type { AccessToken, GetAccessTokenRequest } from '@assay/contract/gen/assay/v1/grants';
import { forbidden } from '@assay/contract/problem';
import { seal } from '@assay/kit/seal';
import type { Handler } from '@assay/kit/serve';
import { KNOWN_MS } from '../access-tokens.ts';
import type { Deps } from '../deps.ts';
import { findServer } from '../find-server.ts';

/** So late a process that was given a token notices that it was revoked or replaced, in milliseconds. */
const HELD_MS = 10_000;

export const getAccessToken = (deps: Deps): Handler<GetAccessTokenRequest, AccessToken> => async ({ projectId, serverId, rejectedHash }, caller) => {
  if (caller.service === undefined) throw forbidden('Only services are given access tokens.');
  // Catalog holds a runner outside of the installation to the organization of its token.
  const server = await findServer(deps, { projectId, serverId });
  const found = await deps.tokens.get(server, rejectedHash.length > 0 ? rejectedHash : undefined);
  if (!found) return { sealed: Buffer.alloc(0), freshUntilMs: Date.now() + KNOWN_MS };
  const { token, freshUntil } = found;
  return { sealed: seal(Buffer.from(token), deps.keyEncryptionKey, `token:${serverId}`), freshUntilMs: Math.floor(Math.min(freshUntil, Date.now() + HELD_MS)) };
};
