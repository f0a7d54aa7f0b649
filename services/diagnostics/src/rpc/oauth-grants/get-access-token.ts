import type { AccessToken, GetAccessTokenRequest } from '@assay/mesh/gen/assay/v1/grants';
import { forbidden, invalid, Problem, reasons } from '@assay/contract/problem';
import { seal } from '@assay/kit/security/seal';
import type { RpcHandler } from '@assay/kit/rpc/handler';
import { KNOWN_MS } from '../../flows/oauth-grants/access-tokens.ts';
import type { Deps } from '../../deps.ts';
import { findServer } from '../../flows/servers/find-server.ts';

/** The process that receives a token notices its revocation or replacement at most this late, in milliseconds. */
const HELD_MS = 10_000;
const HASH_BYTES = 32;

export const getAccessToken =
  (deps: Deps): RpcHandler<GetAccessTokenRequest, AccessToken> =>
  async ({ projectId, serverId, rejectedHash, origin }, caller) => {
    if (caller.service === undefined) throw forbidden('Only services are given access tokens.');
    if (rejectedHash.length !== 0 && rejectedHash.length !== HASH_BYTES)
      throw invalid('rejected_hash is not a SHA-256.', {
        issues: [{ path: '/rejectedHash', message: `must be of ${HASH_BYTES} bytes, or empty` }],
      });
    // Catalog checks that a foreign runner asks only about servers of its organization.
    const server = await findServer(deps, { projectId, serverId });
    // The runner may know the server from before it moved, and would send the token to the old origin.
    if (origin !== URL.parse(server.url)?.origin)
      throw new Problem(
        'OAUTH_REQUIRED',
        `Server "${server.name}" has moved to another origin than the one that the access token is for.`,
        { serverId, reason: reasons.GRANT_FOR_ANOTHER_ORIGIN },
      );
    const found = await deps.tokens.get(server, rejectedHash.length > 0 ? rejectedHash : undefined);
    if (!found) return { sealed: Buffer.alloc(0), freshForMs: KNOWN_MS };
    const { token, freshUntil } = found;
    return {
      sealed: seal(Buffer.from(token), deps.keyEncryptionKey, `token:${serverId}`),
      freshForMs: Math.max(0, Math.floor(Math.min(freshUntil - Date.now(), HELD_MS))),
    };
  };
