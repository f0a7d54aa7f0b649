import type { FetchLike, JSONRPCMessage } from '@modelcontextprotocol/client';
import type { Egress } from '@assay/egress/egress';
import { responseOf } from '@assay/egress/fetch-over';
import type { AnswerBody, EgressRequest } from '@assay/egress/request';
import { isEventStream, keepEvidence } from './answer.ts';
import { EventTap } from './event-tap.ts';
import { currentExchange, type WireExchange } from './exchange.ts';
import { atMostOnceIn, inOrder, STREAM_FLOOR_MS } from './paced.ts';
import { drain } from './read-body.ts';
import { ServerMessages } from './server-messages.ts';
import { isCancellation, type ExchangeWire } from './exchange-wire.ts';
import type { WireLog } from './wire-message.ts';

/** The `fetch` of the official transport for HTTP+SSE, through which every message is seen as it was written. */
export interface SseWire extends ExchangeWire {
  fetch: FetchLike;
}

export function openSseWire(log: WireLog, egress: Egress): SseWire {
  const messages = new ServerMessages(log);
  const [answering, listening] = [inOrder(), atMostOnceIn(STREAM_FLOOR_MS)];

  const post = async (url: string | URL, request: EgressRequest, text: string): Promise<Response> => {
    messages.throwIfOver();
    const message = JSON.parse(text) as JSONRPCMessage;
    log('sent', text);
    if (!('method' in message))
      return answering(async () => {
        const answer = await egress.request(url, request);
        await drain(answer);
        return responseOf({ ...answer, body: undefined });
      });
    const exchange = isCancellation(message) ? undefined : currentExchange();
    if (exchange) exchange.answer = undefined;
    if (exchange && 'id' in message) messages.expect(message, exchange);
    const answer = await egress.request(url, request);
    exchange?.note(answer);
    const body = await messages.takeRemark(answer, exchange);
    return new Response(answer.body ? body : null, { status: answer.status, headers: answer.headers });
  };

  /** Every request is answered on this one stream. */
  const stream = async (url: string | URL, request: EgressRequest): Promise<Response> => {
    const answer = await listening(request.signal, async () => {
      messages.throwIfOver();
      return egress.request(url, request);
    });
    const exchange = currentExchange();
    exchange?.note(answer);
    return responseOf(
      isEventStream(answer) ? { ...answer, body: tapOf(answer.body!, answer.status, exchange) } : answer,
    );
  };

  const tapOf = (body: AnswerBody, status: number, exchange?: WireExchange) =>
    new EventTap(body, {
      data: (text) => {
        keepEvidence(exchange?.answer, () => text);
        messages.take(text, status);
      },
      noise: (characters) => messages.noise(characters),
      end: (error) => messages.pending.lose(error),
    });

  const fetch: FetchLike = (url, { method, headers, body, signal, redirect } = {}) => {
    const request = { method, headers: Object.fromEntries(new Headers(headers)), signal, redirect };
    return method === 'POST' ? post(url, { ...request, body: body as string }, body as string) : stream(url, request);
  };
  return { fetch, listen: () => {}, forget: (exchange) => messages.pending.forget(exchange) };
}
