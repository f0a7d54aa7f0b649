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

/** The one way out: every request to an address that somebody else chose goes through it. */
export interface Egress {
  /** @throws Problem VALIDATION_ERROR for an address that may not be gone to, whatever it resolves to. */
  admitted(url: string | URL): URL;
  /**
   * `fetch` under the policy.
   * An event stream that `accept` names may be of any length, and each event in it as large as other answers.
   * @throws Problem as `admitted` does, and SERVER_UNREACHABLE with a reason where a name or a redirect leads astray.
   */
  fetch(url: string | URL, init?: EgressInit): Promise<Response>;
  /** Whether certificates are trusted that others do not know. */
  trustsMore?: boolean;
}

/** `host`: whom the request says that it is for; it goes to the address all the same, and no further. */
export type EgressInit = RequestInit & { host?: string };

/** Of a status beyond it no `Response` can be made, and RFC 9110 knows none. */
const MAX_STATUS = 599;

/** Opens a way out with a pool of keep-alive connections of its own, each of which was checked when it was made. */
export function openEgress(settings: EgressSettings, resolve: ResolveHost = resolveBySystem): Egress {
  const { maxResponseBytes: maxBytes, maxHeaderBytes } = settings;
  const policy = new EgressPolicy(settings);
  // The pool's own timeouts are off because a session has a timer for each request, and a tool may rightly be silent for
  // longer than undici's five minutes.
  const pool = new Agent({
    connect: checkedConnector(settings, policy, resolve),
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

/** `fetch` itself has no way to name another host than it goes to. */
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
