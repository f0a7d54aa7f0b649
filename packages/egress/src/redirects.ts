import type { EgressPolicy } from './policy.ts';
import { egressRefusedProblem } from './refusal.ts';
import type { EgressAnswer, EgressRequest } from './request.ts';

type Send = (url: URL, request: EgressRequest) => Promise<EgressAnswer>;

const MAX_REDIRECTS = 5;
/** The statuses that `fetch` takes for redirects (Fetch standard, "redirect status"). */
export const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** Methods that may be sent to another origin: a request that changes something is meant for one server only. */
const READING = new Set(['GET', 'HEAD']);
/** Headers that another origin may see. Every other header may be a credential, including the server's session id. */
const HARMLESS = new Set(['accept', 'accept-language', 'content-type', 'mcp-protocol-version', 'user-agent']);

/** Follows redirects as `fetch` does, and checks each destination before it connects. */
export async function followRedirects(
  send: Send,
  policy: EgressPolicy,
  url: URL,
  first: EgressRequest,
): Promise<EgressAnswer> {
  let [at, request] = [url, first];
  for (let redirects = 0; ; redirects++) {
    const answer = await send(at, { ...request, redirect: 'manual' });
    const { location } = answer.headers;
    if (!REDIRECTS.has(answer.status) || location === undefined) return answer;
    answer.body?.cancel();
    if (redirects === MAX_REDIRECTS)
      throw egressRefusedProblem(`${at.host} redirects too often: more than ${MAX_REDIRECTS} redirects.`);
    const next = nextPlace(policy, at, location);
    request = nextRequest(at, next, answer.status, request);
    at = next;
  }
}

function nextPlace(policy: EgressPolicy, at: URL, location: string): URL {
  const next = URL.parse(location, at.href);
  if (!next) throw egressRefusedProblem(`${at.host} redirects to an invalid address.`);
  if (at.protocol === 'https:' && next.protocol === 'http:')
    throw egressRefusedProblem(`${at.host} redirects from https to http, which is not encrypted.`);
  if (at.origin !== next.origin && !policy.mayLeaveOrigin)
    throw egressRefusedProblem(
      `${at.host} redirects to another origin, but an address that the operator set up may only redirect within its own origin.`,
    );
  const fault = policy.faultOf(next);
  if (fault)
    throw egressRefusedProblem(
      `${at.host} redirects to a forbidden address. ${fault.message}`,
      fault.addressClass && { addressClass: fault.addressClass },
    );
  return next;
}

function nextRequest(from: URL, to: URL, status: number, before: EgressRequest): EgressRequest {
  const method = (before.method ?? 'GET').toUpperCase();
  const losesBody = status === 303 ? method !== 'HEAD' : status < 303 && method === 'POST';
  const isElsewhere = from.origin !== to.origin;
  if (isElsewhere && !losesBody && !READING.has(method))
    throw egressRefusedProblem(
      `${from.host} redirects a ${method} to ${to.host}: a request with a body is not sent to another origin.`,
    );
  const headers = Object.fromEntries(
    Object.entries(before.headers ?? {}).filter(
      ([name]) => !(isElsewhere && !HARMLESS.has(name)) && !(losesBody && name.startsWith('content-')),
    ),
  );
  return { ...before, headers, ...(losesBody && { method: 'GET', body: null }) };
}
