import type { EgressPolicy } from './policy.ts';
import { egressRefusedProblem } from './refusal.ts';

type Send = (url: URL, init: RequestInit) => Promise<Response>;

const MAX_REDIRECTS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** What another origin may be asked: to do something is asked of nobody but whom it was meant for. */
const READING = new Set(['GET', 'HEAD']);
/** What another origin is told of a request. All else may be a credential, the session of a server included. */
const HARMLESS = new Set(['accept', 'accept-language', 'content-type', 'mcp-protocol-version', 'user-agent']);

/** Follows redirects as `fetch` does, and looks at each place anew before it goes there. */
export async function followRedirects(
  send: Send,
  policy: EgressPolicy,
  url: URL,
  init: RequestInit,
): Promise<Response> {
  let [at, request] = [url, init];
  for (let redirects = 0; ; redirects++) {
    const response = await send(at, { ...request, redirect: 'manual' });
    const location = response.headers.get('location');
    if (!REDIRECTS.has(response.status) || location === null) return response;
    await response.body?.cancel();
    if (redirects === MAX_REDIRECTS)
      throw egressRefusedProblem(`${at.host} leads on and on: more than ${MAX_REDIRECTS} redirects.`);
    const next = nextPlace(policy, at, location);
    request = nextRequest(at, next, response.status, request);
    at = next;
  }
}

function nextPlace(policy: EgressPolicy, at: URL, location: string): URL {
  const next = URL.parse(location, at.href);
  if (!next) throw egressRefusedProblem(`${at.host} redirects to something that is no address.`);
  if (at.protocol === 'https:' && next.protocol === 'http:')
    throw egressRefusedProblem(`${at.host} redirects from https to http, where everybody can read along.`);
  if (at.origin !== next.origin && !policy.mayLeaveOrigin)
    throw egressRefusedProblem(
      `${at.host} redirects to another origin, and an address that the operator set up leads to itself alone.`,
    );
  const fault = policy.faultOf(next);
  if (fault)
    throw egressRefusedProblem(
      `${at.host} redirects to an address that is not gone to. ${fault.message}`,
      fault.addressClass && { addressClass: fault.addressClass },
    );
  return next;
}

function nextRequest(from: URL, to: URL, status: number, init: RequestInit): RequestInit {
  const method = (init.method ?? 'GET').toUpperCase();
  const losesBody = status === 303 ? method !== 'HEAD' : status < 303 && method === 'POST';
  const isElsewhere = from.origin !== to.origin;
  if (isElsewhere && !losesBody && !READING.has(method))
    throw egressRefusedProblem(
      `${from.host} redirects a ${method} to ${to.host}: what was meant for one is not sent to the other.`,
    );
  const headers = [...new Headers(init.headers)].filter(
    ([name]) => !(isElsewhere && !HARMLESS.has(name)) && !(losesBody && name.startsWith('content-')),
  );
  return { ...init, headers, ...(losesBody && { method: 'GET', body: null }) };
}
