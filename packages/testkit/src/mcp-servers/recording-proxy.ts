import { request as send, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listenLocally } from '../listen.ts';

/** A request to an MCP server; `message` is its JSON-RPC body, if it had one. */
export interface RecordedRequest {
  http: string;
  headers: IncomingHttpHeaders;
  message: { method?: string; params?: { _meta?: { traceparent?: string } } };
}

export interface RecordingProxy {
  url: string;
  requests: RecordedRequest[];
  /** Resolves with the first request, before it is passed on. */
  asked: Promise<void>;
  /** The number of requests of this JSON-RPC method. */
  count(method: string): number;
  /** Passes later requests on to another server. */
  redirect(url: string): void;
  stop(): Promise<void>;
}

/** A proxy in front of an MCP server that records every request. */
export async function startRecording(target: string): Promise<RecordingProxy> {
  let current = target;
  const requests: RecordedRequest[] = [];
  const { promise: asked, resolve: firstAsked } = Promise.withResolvers<void>();
  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await buffer(request);
    requests.push({
      http: request.method!,
      headers: request.headers,
      message: body.length > 0 ? (JSON.parse(body.toString()) as RecordedRequest['message']) : {},
    });
    firstAsked();
    const onward = send(current, { method: request.method, headers: request.headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    onward.end(body);
  };
  const { origin, stop } = await listenLocally((request, response) => void pass(request, response));
  return {
    url: origin + new URL(target).pathname,
    requests,
    asked,
    stop,
    count: (method) => requests.filter(({ message }) => message.method === method).length,
    redirect: (url) => {
      current = url;
    },
  };
}
