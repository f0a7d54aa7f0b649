import { Agent, type Dispatcher, fetch as undiciFetch } from 'undici';
import { checkedConnector } from './connector.ts';
import type { EgressPolicy } from './policy.ts';
import { impossibleStatusProblem, problemIn } from './refusal.ts';
import type { ResolveHost } from './resolve.ts';
import type { EgressSettings } from './settings.ts';
import {
  type SizeLimit,
  isLimitedPerEvent,
  sizeLimitInterceptor,
  byteMeter,
  responseTooLargeError,
} from './size-limit.ts';

/** `host`: the value of the Host header; the connection still goes to the URL's address. */
export type EgressInit = RequestInit & { host?: string };

/** Sends requests over checked connections, without following redirects. */
export interface HttpPool {
  send(url: URL, init: EgressInit): Promise<Response>;
}

/** The largest status of RFC 9110; a `Response` cannot hold a larger one. */
const MAX_STATUS = 599;

/** Opens a pool of keep-alive connections, each checked by the policy when it is opened. */
export function openPool(
  settings: EgressSettings,
  policy: EgressPolicy,
  resolve: ResolveHost,
  shareOf: () => string,
): HttpPool {
  const { maxResponseBytes: maxBytes, maxHeaderBytes } = settings;
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
  return {
    send: async (url, { host, ...init }) => {
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
