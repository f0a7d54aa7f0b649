import { Agent, request, type ClientRequest } from 'node:http';
import type { Socket } from 'node:net';

/** A request of a load: method, path below `/api/v1`, body. */
export type LoadRequest = readonly [method: string, path: string, body?: object];

/** A request that a load has sent, with its end. Its times are milliseconds of `performance.now()`. */
export interface LoadAnswer {
  request: LoadRequest;
  sentAt: number;
  tookMs: number;
  /** Absent when no answer came. */
  status?: number | undefined;
  /** The body, or the reason why none came. */
  text: string;
  retryAfter?: string | undefined;
}

export const hasFailed = ({ status }: LoadAnswer): boolean => status === undefined || status >= 300;

/** A line about a failed request, for people. */
export const describeAnswer = (answer: LoadAnswer, since: number): string => {
  const [method, path] = answer.request;
  const [sent, took] = [answer.sentAt - since, answer.tookMs].map((ms) => (ms / 1_000).toFixed(2));
  return `${method} ${path}: ${answer.status ?? ''} ${answer.text.slice(0, 200)} (sent at ${sent} s, took ${took} s)`;
};

export interface RequestLoad {
  /** Every request that has ended, in the order of the ends. */
  readonly answers: LoadAnswer[];
  /** Sends no more, and waits for the requests in flight. */
  stop(): Promise<void>;
}

const TICK_MS = 40;
/** Requests that wait for their answer hold up no other one. */
const MAX_SOCKETS = 100;
const LIMIT_MS = 45_000;
/**
 * A connection that was not used for this long may be closed by a process that stops, as it is used again: clients send
 * such a request again (RFC 9112, section 9.3.1). In milliseconds; shorter than a process goes on taking requests.
 */
const IDLE_MS = 1_000;

/** Sends these requests in turn, 25 a second however fast the answers are, over connections that are kept. */
export function startLoad(origin: string, apiKey: string, requests: LoadRequest[]): RequestLoad {
  const agent = new Agent({ keepAlive: true, maxSockets: MAX_SOCKETS, scheduling: 'fifo' });
  const inFlight = new Set<Promise<void>>();
  const usedAt = new WeakMap<Socket, number>();
  const answers: LoadAnswer[] = [];
  let sent = 0;

  const send = (asked: LoadRequest): Promise<Pick<LoadAnswer, 'status' | 'text' | 'retryAfter'>> =>
    new Promise((resolve, reject) => {
      const [method, path, body] = asked;
      let [wasIdle, isAnswered] = [false, false];
      const sending: ClientRequest = request(`${origin}/api/v1${path}`, {
        agent,
        method,
        timeout: LIMIT_MS,
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      });
      sending.on('socket', (socket) => {
        const now = performance.now();
        wasIdle = sending.reusedSocket && now - usedAt.get(socket)! >= IDLE_MS;
        usedAt.set(socket, now);
      });
      sending.on('timeout', () => sending.destroy(new Error('no answer in time')));
      sending.on('error', (error) => (wasIdle && !isAnswered ? resolve(send(asked)) : reject(error)));
      sending.on('response', (response) => {
        isAnswered = true;
        let text = '';
        response
          .setEncoding('utf8')
          .on('data', (part: string) => (text += part))
          .on('error', reject)
          .on('end', () =>
            resolve({ status: response.statusCode!, text, retryAfter: response.headers['retry-after'] }),
          );
      });
      sending.end(body && JSON.stringify(body));
    });

  const ticks = setInterval(() => {
    const next = requests[sent++ % requests.length]!;
    const sentAt = performance.now();
    const sending = send(next)
      .catch((error: Error) => ({ text: error.message }))
      .then((end) => void answers.push({ request: next, sentAt, tookMs: performance.now() - sentAt, ...end }));
    inFlight.add(sending);
    void sending.then(() => inFlight.delete(sending));
  }, TICK_MS);
  return {
    answers,
    stop: async () => {
      clearInterval(ticks);
      await Promise.all(inFlight);
      agent.destroy();
    },
  };
}
