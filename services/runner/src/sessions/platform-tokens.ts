import { LRUCache } from 'lru-cache';
import type { SavedServer } from '@assay/contract/gen/assay/v1/catalog';
import { TokensService } from '@assay/contract/gen/assay/v1/grants';
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

/** How long the platform may be out of reach before the one who wants a token hears of it, in milliseconds: less than a handshake takes. */
const PATIENCE_MS = 9_000;
const MAX_KNOWN = 1_000;

/** The access tokens of servers with an OAuth grant: the platform keeps them and renews them, for all runners together. */
export function platformTokens(diagnostics: Channel, key: Buffer): (server: SavedServer) => TokenSource {
  const known = new LRUCache<string, Known>({ max: MAX_KNOWN });
  const asking = new SingleFlight<Known>();

  const ask = async (
    { projectId, id: serverId }: SavedServer,
    origin: string,
    rejected: string | undefined,
  ): Promise<Known> => {
    const rejectedHash = rejected === undefined ? Buffer.alloc(0) : hashOfSecret(rejected);
    const { sealed, freshForMs } = await patiently((signal) =>
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
    // A server may have moved since some work that goes on has read it: what is known is known of the one place.
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

/** Throws what kept the platform from answering when it does not come back in time. */
async function patiently<T>(call: (signal: AbortSignal) => Promise<T>): Promise<T> {
  let trouble: unknown = new Problem('TIMEOUT', 'The platform gave no access token in time.', {
    cause: 'token_unavailable',
  });
  const signal = AbortSignal.timeout(PATIENCE_MS);
  try {
    return await untilAnswered(
      () => call(signal),
      signal,
      (error) => {
        if (!signal.aborted) trouble = error;
      },
    );
  } catch (error) {
    throw signal.aborted ? trouble : error;
  }
}
