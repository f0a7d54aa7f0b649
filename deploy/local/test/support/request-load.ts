import { Agent, request, type ClientRequest } from 'node:http';
import type { Socket } from 'node:net';

/** A request of a load: method, path below `/api/v1`, body. */
export type LoadRequest = readonly [method: string, path: string, body?: object];

export interface RequestLoad {
  /** The status of every answer below 300. */
  readonly answers: number[];
  /** Every other answer, and every request without one. */
  readonly failures: string[];
  /** Sends no more, and waits for the requests in flight. */
  stop(): Promise<void>;
}

const TICK_MS = 20;
const MAX_SOCKETS = 10;
const LIMIT_MS = 30_000;
/**
 * A connection that was not used for this long may be closed by a process that stops, as it is used again: clients send
 * such a request again (RFC 9112, section 9.3.1). In milliseconds; shorter than a process goes on taking requests.
 */
const IDLE_MS = 1_000;

/** Sends these requests in turn, 50 a second however fast the answers are, over connections that are kept. */
export function startLoad(origin: string, apiKey: string, requests: LoadRequest[]): RequestLoad {
  const agent = new Agent({ keepAlive: true, maxSockets: MAX_SOCKETS, scheduling: 'fifo' });
  const inFlight = new Set<Promise<void>>();
  const usedAt = new WeakMap<Socket, number>();
  const startedAt = performance.now();
  let sent = 0;

  const answered = (asked: LoadRequest): Promise<number> =>
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
      sending.on('error', (error) => (wasIdle && !isAnswered ? resolve(answered(asked)) : reject(error)));
      sending.on('response', (response) => {
        isAnswered = true;
        let text = '';
        response
          .setEncoding('utf8')
          .on('data', (part: string) => (text += part))
          .on('error', reject)
          .on('end', () => (response.statusCode! < 300 ? resolve(response.statusCode!) : reject(new Error(text))));
      });
      sending.end(body && JSON.stringify(body));
    });

  const load: RequestLoad = {
    answers: [],
    failures: [],
    stop: async () => {
      clearInterval(ticks);
      await Promise.all(inFlight);
      agent.destroy();
    },
  };
  const ticks = setInterval(() => {
    const next = requests[sent++ % requests.length]!;
    const sentAt = performance.now();
    const sending = answered(next).then(
      (status) => void load.answers.push(status),
      (error: Error) => {
        const [sentMs, tookMs] = [sentAt - startedAt, performance.now() - sentAt].map(Math.round);
        load.failures.push(`${next[0]} ${next[1]}: ${error.message} (sent after ${sentMs} ms, took ${tookMs} ms)`);
      },
    );
    inFlight.add(sending);
    void sending.then(() => inFlight.delete(sending));
  }, TICK_MS);
  return load;
}
