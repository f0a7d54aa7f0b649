import { once } from 'node:events';
import type { Response } from 'express';
import type { Operation } from '@assay/contract/operation';
import { Problem } from '@assay/contract/problem';
import type { Channel } from '@assay/kit/client';
import type { Logger } from '@assay/kit/log';
import type { Handler } from './handler.ts';
import { requestOf } from './rpc-request.ts';

/** After this long a stream ends, in milliseconds. Clients connect again by themselves, and are authorized anew. */
const STREAM_MS = 10 * 60_000;

/** One answer of a streamed operation: what is new, and whether nothing more will come. */
interface News { events: { id: string; type: string; data: unknown }[]; done: boolean }

/**
 * Answers with server-sent events (the WHATWG HTML standard, section 9.2): asks the RPC for news after the last event again
 * and again until it says that there will be none. A refusal before the first event is an ordinary error body; `stopping`
 * ends every stream.
 */
export function stream(operation: Operation, channel: Channel, log: Logger, stopping: AbortSignal): Handler {
  const toRequest = requestOf(operation, log);
  return async (req, res) => {
    const gone = new AbortController();
    res.once('close', () => gone.abort());
    const signal = AbortSignal.any([gone.signal, stopping, AbortSignal.timeout(STREAM_MS)]);
    const request = toRequest(req, res.locals) as { lastEventId: string };
    const ask = async (): Promise<News> =>
      JSON.parse((await channel.call(operation.rpc, request, { caller: { ...res.locals.caller }, signal })).json.toString()) as News;
    try {
      for (let news = await ask(); ; news = await ask()) {
        if (!res.headersSent) begin(res);
        if (!res.write(printed(news)) && !signal.aborted) await once(res, 'drain', { signal });
        request.lastEventId = news.events.at(-1)?.id ?? request.lastEventId;
        if (news.done || signal.aborted) break;
      }
    } catch (error) {
      if (!res.headersSent && !signal.aborted) throw error;
      if (!signal.aborted) res.write(failure(error, log, res.locals.requestId));
    }
    res.end();
  };
}

function begin(res: Response): void {
  // Proxies must not gather what is meant to arrive at once.
  res.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' });
}

/** Without news a comment, which keeps the connection from looking dead. */
const printed = ({ events }: News): string =>
  (events.length === 0 ? ': \n\n' : events.map(({ id, type, data }) => `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`).join(''));

function failure(error: unknown, log: Logger, requestId: string): string {
  if (!(error instanceof Problem)) log.error({ err: error, requestId }, 'a stream failed unexpectedly');
  const { code, message } = error instanceof Problem ? error : new Problem('INTERNAL_ERROR', 'Internal error.');
  return `event: error\ndata: ${JSON.stringify({ code, message })}\n\n`;
}
