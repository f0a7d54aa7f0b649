import { given } from '@assay/contract/given';
import type { ServerTarget } from '../target.ts';
import { challengeParameter, requiredScope } from './challenge.ts';

const MS = 8_000;
/** A request that opens no session. */
const PING = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
/** At most this much of a challenge is kept, in characters. */
const MAX_HEADER = 2_000;

/** The answer to a request without a token; `status` is absent when there was none. */
export interface AnswerToStranger {
  status?: number;
  /** The header `WWW-Authenticate`. */
  header?: string;
  resourceMetadataUrl?: string;
  scope?: string;
  durationMs: number;
}

/** Sends a ping with the saved headers, but without an Authorization header. Never throws. */
export async function askWithoutToken({ url, egress, headers = {} }: ServerTarget): Promise<AnswerToStranger> {
  const startedAt = performance.now();
  const others = Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'authorization');
  try {
    const {
      status,
      headers: answered,
      body,
    } = await egress.fetch(url, {
      method: 'POST',
      headers: {
        ...Object.fromEntries(others),
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: PING,
      signal: AbortSignal.timeout(MS),
    });
    const durationMs = performance.now() - startedAt;
    await body?.cancel();
    const header = answered.get('www-authenticate')?.slice(0, MAX_HEADER).toWellFormed();
    const resourceMetadataUrl = challengeParameter(header, 'resource_metadata');
    return { status, durationMs, ...given({ header, resourceMetadataUrl, scope: requiredScope(header) }) };
  } catch {
    return { durationMs: performance.now() - startedAt };
  }
}
