import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { anthropicWire } from './anthropic-wire.ts';
import { listenLocally } from '../listen.ts';
import type { ModelBody, ModelTurn, ModelWire } from './model-wire.ts';
import { openaiWire } from './openai-wire.ts';

/**
 * The endpoint's reaction to a request: an answer (whole with `streams: false`, even when a stream was requested), a
 * refusal in the provider's format, or a fault. `hang` never answers, `stall` stops in the middle, `cut` breaks the
 * connection there, `ends` ends the answer there, `broken` begins it with a piece that is not JSON, and `garbage` is an HTML page.
 * `unknownEvents` stand between the events of a stream.
 */
export type ModelReply =
  | (ModelTurn & { streams?: false; unknownEvents?: object[] })
  | { status: number; message?: string; code?: string; headers?: Record<string, string> }
  | { fault: Fault };
type Fault = 'hang' | 'stall' | 'cut' | 'ends' | 'broken' | 'garbage';

/** A received request. */
export interface ModelRequest {
  api: 'openai' | 'anthropic';
  /** Path and query. */
  url: string;
  headers: IncomingHttpHeaders;
  body: ModelBody;
  /** Whether the caller disconnected before the answer was complete. */
  aborted: boolean;
}

export interface ModelEndpoint {
  /** Base URLs of clients for the OpenAI format and for Anthropic's. */
  openaiUrl: string;
  anthropicUrl: string;
  requests: ModelRequest[];
  stop(): Promise<void>;
}

const ROUTES: Record<string, { api: ModelRequest['api']; wire: ModelWire }> = {
  '/openai/v1/chat/completions': { api: 'openai', wire: openaiWire },
  '/anthropic/v1/messages': { api: 'anthropic', wire: anthropicWire },
};

/**
 * Stands in for model providers on a free port: OpenAI's chat completions and Anthropic's messages, whole and
 * streamed. `reply` is the model.
 */
export async function startModelEndpoint(
  reply: (request: ModelRequest, count: number) => ModelReply,
): Promise<ModelEndpoint> {
  const requests: ModelRequest[] = [];
  const handle = async (incoming: IncomingMessage, response: ServerResponse) => {
    const url = incoming.url!;
    const route = ROUTES[new URL(url, 'http://localhost').pathname];
    if (!route) return void response.writeHead(404).end();
    const request: ModelRequest = {
      api: route.api,
      url,
      headers: incoming.headers,
      body: (await json(incoming)) as ModelBody,
      aborted: false,
    };
    response.on('close', () => {
      request.aborted = !response.writableFinished;
    });
    requests.push(request);
    send(response, request, route.wire, reply(request, requests.length));
  };
  const { origin, stop } = await listenLocally((incoming, response) => void handle(incoming, response));
  return { openaiUrl: `${origin}/openai/v1`, anthropicUrl: `${origin}/anthropic/v1`, requests, stop };
}

function send(response: ServerResponse, { body }: ModelRequest, wire: ModelWire, reply: ModelReply): void {
  if ('status' in reply) {
    response
      .writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers })
      .end(JSON.stringify(wire.refusal(reply.status, reply.message ?? 'refused', reply.code)));
    return;
  }
  const fault = 'fault' in reply ? reply.fault : undefined;
  if (fault === 'hang') return;
  if (fault === 'garbage')
    return void response
      .writeHead(200, { 'content-type': 'application/json' })
      .end('<!doctype html><title>Welcome</title>');
  const turn = 'fault' in reply ? { text: 'This answer will break off.' } : reply;
  const streams = body.stream && !('streams' in reply);
  const [type, answer] = streams
    ? ['text/event-stream', streamOf(wire.events(turn, body), reply)]
    : ['application/json', JSON.stringify(wire.whole(turn, body))];
  response.writeHead(200, { 'content-type': type });
  const half = answer.slice(0, answer.length / 2);
  if (fault === 'cut') response.write(half, () => response.destroy());
  else if (fault === 'stall') response.write(half);
  else response.end(fault === 'ends' ? half : answer);
}

function streamOf(events: string[], reply: ModelReply): string {
  if ('fault' in reply && reply.fault === 'broken') return ['data: {"id": "half\n\n', ...events].join('');
  const unknown = 'unknownEvents' in reply ? (reply.unknownEvents ?? []) : [];
  return events.join(unknown.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''));
}
