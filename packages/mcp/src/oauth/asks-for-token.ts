import type { ServerTarget } from '../target.ts';

const MS = 8_000;

/**
 * Whether a server refuses a request without an access token: with 401, and where other headers are saved, which may hold
 * its key, with a challenge for a bearer token. Asked with a GET, which opens no session. False when it cannot be reached.
 */
export async function asksForToken({ url, egress, headers = {} }: ServerTarget): Promise<boolean> {
  try {
    const {
      status,
      headers: answered,
      body,
    } = await egress.fetch(url, {
      headers: { ...headers, accept: 'text/event-stream' },
      signal: AbortSignal.timeout(MS),
    });
    await body?.cancel();
    const isBearer = /^\s*bearer\b/i.test(answered.get('www-authenticate') ?? '');
    return status === 401 && (isBearer || Object.keys(headers).length === 0);
  } catch {
    return false;
  }
}
