import { given } from '@assay/contract/given';
import type { CauseFacts } from '@assay/mcp/diagnosis/facts';
import { evidenceOf } from '@assay/mcp/diagnosis/evidence';
import { publicUrl, type ServerTarget } from '@assay/mcp/target';

/** The method and path of a request, relative to the saved address. */
type Neighbour = [method: 'POST' | 'GET', path: string];

const LOOK_MS = 3_000;
/** At most this many requests are spent on guesses. */
const MAX_LOOKS = 2;
const MAX_BYTES = 4_096;
/** Opens no session; every JSON-RPC server answers it, at least with an error. */
const PING = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });

/** The neighbouring addresses that were tried, and the first of them at which an MCP server seems to answer. */
export async function findServerNearby(
  target: ServerTarget,
  neighbours: Neighbour[],
): Promise<Pick<CauseFacts, 'answersAt' | 'tried'>> {
  const saved = new URL(target.url);
  const others = neighbours
    .map(([method, path]) => ({ method, url: new URL(path, saved) }))
    .filter(({ url }) => url.pathname !== saved.pathname)
    .slice(0, MAX_LOOKS);
  const found = await Promise.all(
    others.map(({ method, url }) => (method === 'POST' ? answersPing : opensStream)(target, url).catch(() => false)),
  );
  const places = others.map(({ url: { href } }) => publicUrl({ url: href }));
  const answersAt = places.find((_, at) => found[at]);
  return { tried: places, ...given({ answersAt }) };
}

async function answersPing({ egress, headers }: ServerTarget, url: URL): Promise<boolean> {
  const response = await egress.fetch(url, {
    method: 'POST',
    body: PING,
    redirect: 'manual',
    signal: AbortSignal.timeout(LOOK_MS),
    headers: { ...headers, 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
  });
  const begin = await beginOf(response);
  if ([404, 405, 410].includes(response.status) || response.status >= 500) return false;
  return (
    /"jsonrpc"\s*:/.test(begin) ||
    (response.status === 401 && /^bearer/i.test(response.headers.get('www-authenticate') ?? ''))
  );
}

async function opensStream({ egress, headers }: ServerTarget, url: URL): Promise<boolean> {
  const response = await egress.fetch(url, {
    redirect: 'manual',
    signal: AbortSignal.timeout(LOOK_MS),
    headers: { ...headers, accept: 'text/event-stream' },
  });
  await response.body?.cancel();
  return response.ok && /^text\/event-stream/i.test(response.headers.get('content-type') ?? '');
}

/** Whether the port of an http address speaks TLS, with a valid or an invalid certificate. */
export async function answersOverTls({ egress, ...target }: ServerTarget): Promise<boolean> {
  const url = new URL(target.url);
  // Under https the default port would be another one, so the port of http is explicit.
  const secure = `https://${url.hostname}:${url.port || 80}${url.pathname}`;
  try {
    const response = await egress.fetch(secure, { redirect: 'manual', signal: AbortSignal.timeout(LOOK_MS) });
    await response.body?.cancel();
    return true;
  } catch (error) {
    return [...evidenceOf(error).codes].some((code) =>
      /^(CERT_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_|ERR_TLS_CERT)/.test(code),
    );
  }
}

async function beginOf({ body }: Response): Promise<string> {
  let begin = '';
  const decoder = new TextDecoder();
  for await (const piece of body ?? []) {
    begin += decoder.decode(piece as Uint8Array, { stream: true });
    if (begin.length >= MAX_BYTES || /"jsonrpc"\s*:/.test(begin)) break;
  }
  return begin;
}
