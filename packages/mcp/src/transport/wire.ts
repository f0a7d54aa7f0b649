import type { FetchLike } from '@modelcontextprotocol/client';
import type { Egress } from '@assay/egress/egress';
import { EventTap } from './event-tap.ts';
import { currentExchange, type WireExchange } from './exchange.ts';
import { httpAnswerOf, type HttpAnswer } from './answer.ts';
import { memberTexts } from './json-text.ts';
import { PendingRequests } from './outstanding.ts';
import { atMostOnceIn, inOrder } from './paced.ts';
import { messageMembers, type MessageMembers } from './message-members.ts';
import { MessageStorm } from './message-storm.ts';
import { onlyMessageIn } from './only-message.ts';
import { wireLog, type OnWire } from './wire-message.ts';

export type TransportKind = 'streamable-http' | 'sse' | 'stdio';

/** The HTTP side of one transport: its `fetch`, through which every message is seen as it was written. */
export interface HttpWire {
  fetch: FetchLike;
  /** Opens the stream for unsolicited messages, which quick sessions do without. */
  listen(): void;
  /** Drops the pending answers of a finished exchange. */
  forget(exchange: WireExchange): void;
}

/** How often the official transport tries to resume a broken stream before it gives up silently. */
export const MAX_RESUMES = 2;
const MAX_EVIDENCE_TEXT = 4_096;
/** The shortest time between two attempts to open a stream, in milliseconds; the server's `retry:` may ask for more. */
const STREAM_FLOOR_MS = 1_000;
/** How long to wait for the server to end a session, in milliseconds. */
const FAREWELL_MS = 1_000;

export function openWire(kind: TransportKind, startedAt: number, egress: Egress, onWire?: OnWire): HttpWire {
  const outstanding = new PendingRequests();
  const slow = Promise.withResolvers<void>();
  const storm = new MessageStorm();
  const [answering, listening, resuming] = [inOrder(), atMostOnceIn(STREAM_FLOOR_MS), atMostOnceIn(STREAM_FLOOR_MS)];

  const log = wireLog(startedAt, onWire);
  /** A Problem about the messages of a server fails all requests. */
  const orLose = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      outstanding.lose(error);
      throw error;
    }
  };
  const received = (text: string, status: number): MessageMembers[] => {
    const bytes = Buffer.byteLength(text);
    const messages = orLose(() => messageMembers(text));
    orLose(() => storm.count(messages));
    const answered = outstanding.settle(messages, bytes);
    if (!answered) orLose(() => storm.spend('messages', bytes));
    // One stream may answer requests of several callers: the answer is logged in the context of its own request.
    if (answered) answered.within(() => log('received', text, status));
    else if (text) log('received', text, status);
    return messages;
  };
  const noise = (characters: number) => orLose(() => storm.spend('noise', characters));

  const post: FetchLike = async (url, init) => {
    if (storm.problem) throw storm.problem;
    const message = init?.body as string;
    // Answers to the server have no method: few are on their way at a time, so a flood of requests opens no sockets.
    if (!memberTexts(message).has('method')) {
      log('sent', message);
      return answering(async () => drained(await egress.fetch(url, init)));
    }
    // A cancellation is not part of the exchange that it cancels.
    const exchange = isFarewell(message) ? undefined : currentExchange();
    log('sent', message);
    if (exchange) exchange.answer = undefined;
    const id = exchange && outstanding.expect(message, exchange);
    if (id !== undefined) storm.begin();
    const response = await egress.fetch(url, init);
    if (exchange) note(response, exchange);
    // Servers answer the probe in many ways; the client decides what follows.
    const mustMatch = id !== undefined && exchange!.method !== 'server/discover';
    let strangeId: string | undefined;
    const watcher: BodyWatcher = {
      received: (text, status) => {
        const messages = received(text, status);
        if (mustMatch) strangeId = outstanding.strangeIdIn(messages, id) ?? strangeId;
      },
      noise,
      ended: (resumable, error) => {
        if (id === undefined || resumable) return;
        if (strangeId !== undefined && error === undefined) outstanding.mismatch(id, strangeId);
        else outstanding.lose(error, id);
      },
      readWhole: () => {
        if (mustMatch) outstanding.mismatch(id, strangeId);
      },
    };
    return id !== undefined && isEventStream(response)
      ? answeredFirst(response, watcher, exchange, () => !outstanding.has(id))
      : watched(response, watcher, exchange);
  };

  const resume: FetchLike = async (url, init) => {
    const exchange = currentExchange();
    try {
      if (storm.problem) throw storm.problem;
      return watched(await resuming(init?.signal, () => egress.fetch(url, init)), { received, noise });
    } catch (error) {
      if (exchange) outstanding.resumeFailed(exchange, error, MAX_RESUMES);
      throw error;
    }
  };

  const openStream: FetchLike = (url, init) =>
    listening(init?.signal, () => {
      if (storm.problem) throw storm.problem;
      return egress.fetch(url, init);
    });

  /** The older transport answers every request on this one stream. */
  const stream: FetchLike = async (url, init) => {
    const response = await openStream(url, init);
    const exchange = currentExchange();
    if (exchange) note(response, exchange);
    return watched(response, { received, noise, ended: (_resumable, error) => outstanding.lose(error) }, exchange);
  };

  const unsolicited: FetchLike = async (url, init) => {
    await unlessAborted(slow.promise, init?.signal);
    return watched(await openStream(url, init), { received, noise });
  };

  /** Its own time limit ends it: the transport may be closed by then. */
  const farewell: FetchLike = async (url, init) => {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), FAREWELL_MS);
    try {
      return await drained(await egress.fetch(url, { ...init, signal: late.signal }));
    } finally {
      clearTimeout(timer);
    }
  };

  const fetch: FetchLike = (url, init) => {
    if (init?.method === 'POST') return post(url, init);
    if (init?.method === 'DELETE') return farewell(url, init);
    if (kind === 'sse') return stream(url, init);
    return new Headers(init?.headers).has('last-event-id') ? resume(url, init) : unsolicited(url, init);
  };
  return { fetch, listen: slow.resolve, forget: (exchange) => outstanding.forget(exchange) };
}

function note(response: Response, exchange: WireExchange): void {
  exchange.answered = true;
  exchange.firstAnswerMs ??= performance.now() - exchange.askedAt;
  exchange.answer = httpAnswerOf(response);
}

/** Reads a body that has no reader, so that its connection is kept; a long body is cut off. */
async function drained(response: Response): Promise<Response> {
  const { body, status, headers } = response;
  let bytes = 0;
  for await (const chunk of body ?? []) if ((bytes += chunk.byteLength) > MAX_EVIDENCE_TEXT) break;
  return new Response(null, { status, headers });
}

/** The body of a refused request may have any encoding. JSON has to be UTF-8 (RFC 8259 section 8.1). */
const LENIENT_UTF8 = new TextDecoder();
const STRICT_UTF8 = new TextDecoder('utf-8', { fatal: true });

interface BodyWatcher {
  received(text: string, status: number): void;
  /** As for an `EventWatcher`. */
  noise(characters: number): void;
  ended?(resumable: boolean, error?: unknown): void;
  readWhole?(): void;
}

const isEventStream = ({ body, headers }: Response): boolean =>
  body !== null && /^text\/event-stream/i.test(headers.get('content-type') ?? '');

/** Keeps the beginning of a body as evidence. */
const keepIn = (answer: HttpAnswer | undefined) => (text: string) => {
  if (answer) answer.body ??= text.slice(0, MAX_EVIDENCE_TEXT);
};

/** Passes everything that is read from the response to `watcher`, before its reader sees it. */
function watched(response: Response, watcher: BodyWatcher, exchange?: WireExchange): Response {
  if (isEventStream(response))
    return Object.defineProperty(response, 'body', { value: tapOf(response, watcher, exchange).stream() });
  const { received, readWhole = () => {} } = watcher;
  const keep = keepIn(exchange?.answer);
  const read = response.arrayBuffer.bind(response);
  const textBy = async (decoder: typeof STRICT_UTF8) => {
    const bytes = await read();
    keep(LENIENT_UTF8.decode(bytes.slice(0, MAX_EVIDENCE_TEXT)));
    const all = decoder.decode(bytes);
    received(all, response.status);
    if (exchange?.budget?.overrun) throw exchange.budget.overrun;
    return all;
  };
  const text = () => textBy(LENIENT_UTF8);
  const json = async () => {
    const value: unknown = JSON.parse(await textBy(STRICT_UTF8));
    readWhole();
    return value;
  };
  return Object.assign(response, { text, json });
}

function tapOf(
  { body, status }: Response,
  { received, noise, ended = () => {} }: BodyWatcher,
  exchange: WireExchange | undefined,
): EventTap {
  const keep = keepIn(exchange?.answer);
  const data = (text: string) => {
    keep(text);
    received(text, status);
  };
  return new EventTap(body!, { data, noise, end: ended });
}

/**
 * An event stream that begins with the answer, as most servers send it, is passed on as JSON: the client's reading of
 * streams costs as much as the rest of a small request. Anything after the answer is for the watcher alone.
 */
async function answeredFirst(
  response: Response,
  watcher: BodyWatcher,
  exchange: WireExchange | undefined,
  isAnswered: () => boolean,
): Promise<Response> {
  const tap = tapOf(response, watcher, exchange);
  try {
    const first = await tap.read();
    const message = first && isAnswered() ? onlyMessageIn(tap.events) : undefined;
    if (!message) return Object.defineProperty(response, 'body', { value: tap.stream(first) });
    response.headers.set('content-type', 'application/json');
    void tap.drain();
    return Object.assign(response, { json: () => Promise.resolve(message) });
  } catch (error) {
    return Object.defineProperty(response, 'body', { value: lostStream(error) });
  }
}

const lostStream = (error: unknown) => new ReadableStream({ start: (controller) => controller.error(error) });

const isFarewell = (message: string) =>
  message.includes('notifications/cancelled') && memberTexts(message).get('method') === '"notifications/cancelled"';

function unlessAborted(opened: Promise<void>, signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal?.reason as Error);
    if (signal?.aborted) return abort();
    signal?.addEventListener('abort', abort, { once: true });
    void opened.then(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    });
  });
}
