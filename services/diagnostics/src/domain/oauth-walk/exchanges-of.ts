import { given } from '@assay/contract/given';
import type { WalkExchange } from '@assay/contract/areas/oauth-grants/walk';
import type { SeenExchange } from './walk-evidence.ts';

const MAX_EXCHANGES = 20;

/** The exchanges of a step as the API tells them, their duration, and the document of the last one. */
export function exchangesOf(seen: SeenExchange[]): {
  exchanges: WalkExchange[];
  durationMs?: number;
  document?: Record<string, unknown>;
} {
  const document = seen.at(-1)?.document;
  return {
    exchanges: seen.slice(0, MAX_EXCHANGES).map(({ url, status, bytes, durationMs }) => ({
      method: 'GET',
      url: withoutQuery(url),
      ...given({ status, bytes }),
      durationMs,
    })),
    ...(seen.length > 0 && { durationMs: seen.reduce((sum, { durationMs }) => sum + durationMs, 0) }),
    ...given({ document }),
  };
}

const withoutQuery = (url: string): string => url.split(/[?#]/)[0]!;
