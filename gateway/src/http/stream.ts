import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Response } from 'express';
import { rpcOf } from '@assay/mesh/rpc/operation-rpc';
import type { Operation } from '@assay/contract/operation';
import { Problem, unavailable } from '@assay/contract/problem';
import type { Channel } from '@assay/kit/rpc/client';
import type { Logger } from '@assay/kit/log';
import type { ApiHandler } from './handler.ts';
import { requestOf, type RequestOptions } from './rpc-request.ts';
import type { AccessVersion } from '../access/access-version.ts';
import type { OpenStreams } from '../limits/open-streams.ts';
import { repeatGuards } from '../access/recheck-access.ts';

/** The longest life of a stream, in milliseconds. Clients reconnect by themselves and are authorized again. */
const STREAM_MS = 10 * 60_000;
/** How long the RPC may wait for news, in milliseconds. */
const WAIT_MS = 20_000;
/** How often access is checked without a change, in milliseconds: a stream keeps the watch of changes from resting. */
const HEARD_MS = 5_000;
/** How often access is checked while changes cannot be watched, in milliseconds. */
const UNHEARD_MS = 250;
/** A change of access spreads the checks of all streams over this time, in milliseconds. */
const SPREAD_MS = 200;
/**
 * After an RPC that returned nothing in less than the first time, the stream pauses for the second time, in
 * milliseconds, because the RPC would not wait the next time either.
 */
const [HASTY_MS, PAUSE_MS] = [1_000, 250];

/** One reply of a streamed operation: new events, and whether the stream is complete. */
interface News {
  events: { id: string; type: string; data: unknown }[];
  done: boolean;
}

/** The shared dependencies of all streams. */
export interface StreamContext extends RequestOptions {
  access: Pick<AccessVersion, 'current' | 'moved' | 'forget'>;
  stopping: AbortSignal;
  streams: OpenStreams;
}

interface StreamOptions extends StreamContext {
  /** The guards that check the caller again while the stream is open. */
  accessGuards: ApiHandler[];
}

/**
 * Answers with server-sent events (the WHATWG HTML standard, section 9.2): repeatedly asks the RPC for news after the
 * last event, until it is done. The first request does not wait, so that the stream begins at once. A refusal of it is
 * an ordinary error body, and 204 means that there will never be an event, so that clients do not reconnect. A caller
 * who loses access loses the stream, and gets nothing during a check. `stopping` ends every stream.
 */
export function streamOperation(
  operation: Operation,
  channel: Channel,
  { access, accessGuards, log, publicUrl, stopping, streams }: StreamOptions,
): ApiHandler {
  const toRequest = requestOf(operation, { log, publicUrl });
  return async (req, res) => {
    const [gone, refused] = [new AbortController(), new AbortController()];
    if (res.closed) return;
    res.once('close', () => gone.abort());
    res.once('close', streams.enter(res.locals.credential.hash));
    const signal = AbortSignal.any([gone.signal, stopping, AbortSignal.timeout(STREAM_MS)]);
    const cut = AbortSignal.any([signal, refused.signal]);
    const request = toRequest(req, res.locals) as { lastEventId: string };
    const ask = async (waitMs: number): Promise<News> => {
      const { json } = await channel.call(
        rpcOf(operation),
        { ...request, waitMs: String(waitMs) },
        { caller: res.locals.caller, signal: cut },
      );
      const news = JSON.parse((res.locals.respell?.(json) ?? json).toString()) as News;
      request.lastEventId = news.events.at(-1)?.id ?? request.lastEventId;
      return news;
    };
    let checked = Promise.resolve();
    const check = () => (checked = repeatGuards(accessGuards, req, res));
    res.locals.sent = true;
    const first = await ask(0).catch((error: unknown) => {
      throw stopping.aborted ? isStopping() : error;
    });
    if (first.done && first.events.length === 0) {
      res.status(204).end();
      return;
    }
    begin(res);
    whenAccessMoves(access, check, signal).catch((error: unknown) => refused.abort(error));
    try {
      for (let news = first; ; news = await unhasty(() => ask(WAIT_MS), cut)) {
        await checked;
        cut.throwIfAborted();
        if (!res.write(printed(news))) await once(res, 'drain', { signal: cut });
        if (news.done) break;
      }
    } catch (error) {
      if (!signal.aborted) res.write(failure(refused.signal.reason ?? error, log, res.locals.requestId));
    }
    res.end();
  };
}

/** Checks now, after every change of access, every so often, and often while changes cannot be watched; ends when a check throws. */
async function whenAccessMoves(
  access: StreamContext['access'],
  check: () => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    // Read before the check, so that a change during the check causes another one.
    const { moved } = access;
    await check();
    await pauseUntil(AbortSignal.any([signal, moved]), access.current() === undefined ? UNHEARD_MS : HEARD_MS);
    await pauseUntil(signal, Math.random() * SPREAD_MS);
  }
}

const pauseUntil = (signal: AbortSignal, ms: number) => pause(ms, undefined, { signal }).catch(() => undefined);

const isStopping = () => unavailable('A part of the platform is stopping; try again shortly.');

/** The next news; pauses after an RPC that returned nothing too soon. */
async function unhasty(ask: () => Promise<News>, signal: AbortSignal): Promise<News> {
  const begun = performance.now();
  const news = await ask();
  if (news.events.length === 0 && !news.done && performance.now() - begun < HASTY_MS)
    await pause(PAUSE_MS, undefined, { signal });
  return news;
}

function begin(res: Response): void {
  // The headers keep proxies from buffering or caching the stream.
  res.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' });
}

/** The printed events; without events a comment, which keeps the connection alive. */
const printed = ({ events }: News): string =>
  events.length === 0
    ? ': \n\n'
    : events.map(({ id, type, data }) => `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`).join('');

function failure(error: unknown, log: Logger, requestId: string): string {
  if (!(error instanceof Problem)) log.error({ err: error, requestId }, 'a stream failed unexpectedly');
  const { code, message } = error instanceof Problem ? error : new Problem('INTERNAL_ERROR', 'Internal error.');
  return `event: error\ndata: ${JSON.stringify({ code, message })}\n\n`;
}
