import { Deadline } from '@assay/kit/concurrency/deadline';
import { LRUCache } from 'lru-cache';
import type { SavedServer } from '@assay/mesh/gen/assay/v1/catalog';
import { TokensService } from '@assay/mesh/gen/assay/v1/grants';
import { Problem } from '@assay/contract/problem';
import type { Channel } from '@assay/kit/rpc/client';
import { SingleFlight } from '@assay/kit/concurrency/single-flight';
import { unseal } from '@assay/kit/security/seal';
import { hashOfSecret } from '@assay/kit/security/secret';
import type { TokenSource } from '@assay/mcp/target';
import { untilAnswered } from '@assay/work/runner/until-answered';

interface Known {
  token: string | undefined;
  freshUntil: number;
}

/**
 * The time that the platform may be unreachable before the request for a token fails, in milliseconds: less than a
 * handshake may take.
 */
const TOKEN_WAIT_MS = 9_000;
const MAX_KNOWN = 1_000;

/** Access tokens of servers with an OAuth grant: the platform keeps and renews them for all runners. */
export function platformTokens(diagnostics: Channel, key: Buffer): (server: SavedServer) => TokenSource {
  const known = new LRUCache<string, Known>({ max: MAX_KNOWN });
  const asking = new SingleFlight<Known>();

  const ask = async (
    { projectId, id: serverId }: SavedServer,
    origin: string,
    rejected: string | undefined,
  ): Promise<Known> => {
    const rejectedHash = rejected === undefined ? Buffer.alloc(0) : hashOfSecret(rejected);
    const { sealed, freshForMs } = await askInTime((signal) =>
      diagnostics.call(
        TokensService.getAccessToken,
        {
          projectId,
          serverId,
          origin,
          rejectedHash,
        },
        { signal },
      ),
    );
    return {
      token: sealed.length > 0 ? unseal(sealed, key, `token:${serverId}`).toString() : undefined,
      freshUntil: Date.now() + freshForMs,
    };
  };

  return (server) => {
    const origin = URL.parse(server.url)?.origin ?? '';
    // A server may move while work with the old address goes on: a cached token belongs to one address.
    const place = JSON.stringify([server.id, origin]);
    return {
      token: async (rejected) => {
        const last = known.get(place);
        if (last && last.freshUntil > Date.now() && (rejected === undefined || last.token !== rejected))
          return last.token;
        const question = JSON.stringify([place, rejected]);
        const found = await asking.run(question, () => ask(server, origin, rejected));
        known.set(place, found);
        return found.token;
      },
    };
  };
}

/** Retries the call, and throws its last error when the platform does not answer in time. */
async function askInTime<T>(call: (signal: AbortSignal) => Promise<T>): Promise<T> {
  let trouble: unknown = new Problem('TIMEOUT', 'The platform gave no access token in time.', {
    cause: 'token_unavailable',
  });
  using deadline = new Deadline(TOKEN_WAIT_MS);
  const { signal } = deadline;
  try {
    return await untilAnswered(() => call(signal), signal, {
      began: (error) => {
        if (!signal.aborted) trouble = error;
        return false;
      },
      over: () => undefined,
    });
  } catch (error) {
    throw signal.aborted ? trouble : error;
  }
}
