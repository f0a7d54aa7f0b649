import type { FetchLike } from '@modelcontextprotocol/client';
import type { Egress } from '@assay/egress/egress';
import { documentFetch } from './document-fetch.ts';

export interface TokenFetch {
  fetch: FetchLike;
  /** The refresh token of the last response, even when the rest of it cannot be used: the one before may be used up. */
  refreshToken(): string | undefined;
}

/** `fetch` for a token endpoint: members without a value, such as null or a lifetime that is not a number, are dropped. */
export function tokenFetch(egress: Egress, signal: AbortSignal): TokenFetch {
  const wire = documentFetch(egress, signal);
  let refreshToken: string | undefined;
  const fetch: FetchLike = async (url, init) => {
    const response = await wire.fetch(url, init);
    const answer = response.ok ? objectIn(wire.latest()?.body) : undefined;
    if (!answer) return response;
    const said = Object.fromEntries(
      Object.entries(answer).filter(
        ([name, value]) => value !== null && (name !== 'expires_in' || Number.isFinite(Number(value))),
      ),
    );
    const token = said['refresh_token'];
    refreshToken = typeof token === 'string' && token !== '' ? token : undefined;
    return new Response(JSON.stringify(said), { status: response.status, headers: response.headers });
  };
  return { fetch, refreshToken: () => refreshToken };
}

function objectIn(body: Buffer | undefined): Record<string, unknown> | undefined {
  try {
    const value = JSON.parse(String(body)) as unknown;
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
