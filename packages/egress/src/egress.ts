import { Agent, type Dispatcher, fetch as undiciFetch } from 'undici';
import { invalid } from '@assay/contract/problem';
import { checkedConnector } from './connector.ts';
import { EgressPolicy, urlFaultProblem } from './policy.ts';
import { followRedirects } from './redirects.ts';
import { impossibleStatusProblem, problemIn } from './refusal.ts';
import { type ResolveHost, resolveBySystem } from './resolve.ts';
import type { EgressSettings } from './settings.ts';
import {
  type SizeLimit,
  isLimitedPerEvent,
  sizeLimitInterceptor,
  byteMeter,
  responseTooLargeError,
} from './size-limit.ts';

/** The only way out: every request to an address from outside of the installation goes through it. */
export interface Egress {
  /** @throws Problem VALIDATION_ERROR for a forbidden address, before the name is resolved. */
  admitted(url: string | URL): URL;
  /**
   * `fetch` under the policy. An event stream that `accept` names may have any length, and each event in it the size
   * of another answer. @throws Problem as `admitted` does, and SERVER_UNREACHABLE with a reason when a name or a
   * redirect leads to a forbidden address.
   */
  fetch(url: string | URL, init?: EgressInit): Promise<Response>;
  /** Whether the operator has added certificates to the trusted ones. */
  trustsMore?: boolean;
}

/** `host`: the value of the Host header; the connection still goes to the URL's address. */
export type EgressInit = RequestInit & { host?: string };

/** The largest status of RFC 9110; a `Response` cannot hold a larger one. */
const MAX_STATUS = 599;

/**
 * Opens an egress with its own pool of keep-alive connections, each checked when it was opened. `shareOf` names the
 * organization that the current code works for: each has a share of the lookups and connections of this process.
 */
export function openEgress(
  settings: EgressSettings,
  resolve: ResolveHost = resolveBySystem,
  shareOf: () => string = () => '',
): Egress {
  const { maxResponseBytes: maxBytes, maxHeaderBytes } = settings;
  const policy = new EgressPolicy(settings);
  // The pool's own timeouts are off: a session has a timer for each request, and a tool may be silent for longer than
  // undici's five minutes.
  const pool = new Agent({
    connect: checkedConnector(settings, policy, resolve, shareOf),
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: maxHeaderBytes,
  });
  const within = (limit: SizeLimit) => ({ limit, dispatcher: pool.compose(sizeLimitInterceptor(limit)) });
  const [whole, perEvent] = [within({ maxBytes, perEvent: false }), within({ maxBytes, perEvent: true })];

  const admitted = (url: string | URL): URL => {
    const parsed = URL.parse(String(url));
    if (!parsed) throw invalid('The address is not a URL.');
    const fault = policy.faultOf(parsed);
    if (fault) throw urlFaultProblem(fault);
    return parsed;
  };

  const send = async (url: URL, { host, ...init }: EgressInit): Promise<Response> => {
    const { limit, dispatcher: plain } = takesEvents(init) ? perEvent : whole;
    const dispatcher = host === undefined ? plain : plain.compose(saying(host));
    try {
      const response = await undiciFetch(url, { ...init, dispatcher } as Parameters<typeof undiciFetch>[1]);
      if (response.status > MAX_STATUS) {
        await response.body?.cancel();
        throw impossibleStatusProblem(url.host, response.status);
      }
      return capped(response, limit);
    } catch (error) {
      throw problemIn(error) ?? error;
    }
  };

  return {
    admitted,
    trustsMore: settings.ca !== undefined,
    fetch: async (url, init = {}) => {
      const { redirect = init.host === undefined ? 'follow' : 'manual' } = init;
      return redirect === 'follow'
        ? followRedirects(send, policy, admitted(url), init)
        : send(admitted(url), { ...init, redirect });
    },
  };
}

const takesEvents = ({ headers }: RequestInit) => /text\/event-stream/i.test(new Headers(headers).get('accept') ?? '');

/** `fetch` cannot set a Host header other than the URL's host. */
const saying =
  (host: string): Dispatcher.DispatcherComposeInterceptor =>
  (dispatch) =>
  (options, handler) =>
    dispatch({ ...options, headers: { ...(options.headers as Record<string, string>), host } }, handler);

/** The same response, whose body fails once it has unfolded to too much: a few kilobytes of gzip can hold gigabytes. */
function capped(response: Response, limit: SizeLimit): Response {
  const { body, status, headers, url } = response;
  if (!body || !headers.has('content-encoding')) return response;
  const isTooLarge = byteMeter(limit.maxBytes, isLimitedPerEvent(limit, status, headers.get('content-type')));
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      if (isTooLarge(chunk)) controller.error(responseTooLargeError());
      else controller.enqueue(chunk);
    },
  });
  // Without the reason phrase, in which a server may write what no Response takes.
  return Object.defineProperty(new Response(body.pipeThrough(count), { status, headers }), 'url', { value: url });
}
