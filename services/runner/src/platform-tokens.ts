import { hash } from 'node:crypto';
import type { SavedServer } from '@assay/contract/gen/assay/v1/catalog';
import { TokensService } from '@assay/contract/gen/assay/v1/grants';
import { Problem } from '@assay/contract/problem';
import type { Channel } from '@assay/kit/client';
import { unseal } from '@assay/kit/seal';
import type { TokenSource } from '@assay/mcp/target';
import { untilAnswered } from './until-answered.ts';

interface Known { token: string | undefined; freshUntil: number }

/** How long the platform may be out of reach before the one who wants a token hears of it, in milliseconds. */
const PATIENCE_MS = 10_000;

/** The access tokens of servers with an OAuth grant: the platform keeps them and renews them, for all runners together. */
export function platformTokens(diagnostics: Channel, key: Buffer): (server: SavedServer) => TokenSource {
  const known = new Map<string, Known>();
  const asking = new Map<string, Promise<Known>>();

  const ask = async ({ projectId, id: serverId }: SavedServer, rejected: string | undefined): Promise<Known> => {
    const rejectedHash = rejected === undefined ? Buffer.alloc(0) : hash('sha256', rejected, 'buffer');
    const { sealed, freshUntilMs } = await patiently(() => diagnostics.call(TokensService.getAccessToken, { projectId, serverId, rejectedHash }));
    const found = { token: sealed.length > 0 ? unseal(sealed, key, `token:${serverId}`).toString() : undefined, freshUntil: freshUntilMs };
    known.set(serverId, found);
    return found;
  };

  return (server) => ({
    token: async (rejected) => {
      const last = known.get(server.id);
      if (last && last.freshUntil > Date.now() && (rejected === undefined || last.token !== rejected)) return last.token;
      const question = JSON.stringify([server.id, rejected]);
      const answer = asking.get(question) ?? ask(server, rejected).finally(() => asking.delete(question));
      asking.set(question, answer);
      return (await answer).token;
    },
  });
}

/** Throws what kept the platform from answering when it does not come back in time. */
async function patiently<T>(call: () => Promise<T>): Promise<T> {
  let trouble: unknown;
  try {
    return await untilAnswered(call, AbortSignal.timeout(PATIENCE_MS), (error) => { trouble = error; });
  } catch (error) {
    throw error instanceof Problem ? error : trouble;
  }
}
