import { logAttempt } from './call.ts';
import { ConnectionFailure } from './connection-failure.ts';
import type { ClientContext } from './client-context.ts';
import { Deadline } from './deadline.ts';
import { EventParser } from './event-parser.ts';
import type { Operation } from './operation-entry.ts';
import { Problem, problemInStream } from './problem.ts';
import { prepareRequest, type CallArguments } from './request.ts';
import { backOff, pause, pauseBefore } from './retry.ts';
import { openOnce } from './send-once.ts';

/** An event of a stream. */
export interface StreamEvent {
  /** A cursor: with the option `lastEventId` a stream goes on after it. */
  id: string;
  type: string;
  data: unknown;
}

/** How often in a row connecting may fail. */
const RETRIES = 10;
/** The platform sends something at least every 20 seconds; a longer silence is a dead connection, in milliseconds. */
const SILENCE_MS = 60_000;

/**
 * Follows a stream to its last event. A connection that ends before is opened again after a pause, and goes on after the
 * last event that was received.
 */
export function followStream(
  context: ClientContext,
  operation: Operation,
  call: CallArguments,
): AsyncGenerator<StreamEvent> {
  // The call itself, not the first event, refuses wrong arguments.
  prepareRequest(context.base, operation, call);
  return follow(context, operation, call);
}

async function* follow(context: ClientContext, operation: Operation, call: CallArguments): AsyncGenerator<StreamEvent> {
  const { signal, retries = context.retries ?? RETRIES, timeoutMs = SILENCE_MS, onConnection } = call.options;
  let { lastEventId } = call.options;
  /** How often in a row connecting failed, and how many connections brought no event since the last one. */
  let [failed, fruitless] = [0, 0];
  for (let attempt = 1; ; attempt++) {
    const logged = logAttempt(context, operation, attempt);
    const deadline = new Deadline(operation.id, timeoutMs, signal);
    let answer: { status: number; requestId: string | undefined } | undefined;
    let wait: number | undefined;
    let failure: unknown;
    try {
      const request = prepareRequest(context.base, operation, { ...call, options: { ...call.options, lastEventId } });
      const response = await openOnce(context, operation, request, deadline);
      answer = { status: response.status, requestId: response.headers.get('x-request-id') ?? undefined };
      if (response.status === 204) return;
      failed = 0;
      onConnection?.(true);
      for await (const event of eventsOf(operation, response, deadline)) {
        fruitless = 0;
        if (event.id !== '') lastEventId = event.id;
        yield event;
        if (event.type === operation.lastEvent) return;
      }
      wait = backOff(++fruitless, Math.random());
    } catch (error) {
      failure = error;
      wait = ++failed > retries ? undefined : pauseOf(error, Math.max(failed, ++fruitless));
      if (wait === undefined) throw error;
    } finally {
      deadline.end();
      logged(answer, failure, wait);
    }
    onConnection?.(false);
    await pause(wait, signal);
  }
}

/** The pause before a stream is opened again; undefined for a final refusal. */
function pauseOf(failure: unknown, attempt: number): number | undefined {
  const isOutage = failure instanceof Problem && (failure.code === 'UNAVAILABLE' || failure.code === 'TIMEOUT');
  return pauseBefore(failure, attempt, Math.random()) ?? (isOutage ? backOff(attempt, Math.random()) : undefined);
}

/** The events of one connection. Throws the refusal that the platform ends it with. */
async function* eventsOf(
  operation: Operation,
  { body }: Response,
  deadline: Deadline,
): AsyncGenerator<StreamEvent, void> {
  const reader = body?.getReader();
  if (!reader) return;
  const [decoder, parser] = [new TextDecoder(), new EventParser()];
  try {
    for (;;) {
      deadline.restart();
      const { done, value } = await reader.read().catch((error: unknown) => {
        throw deadline.explain(error);
      });
      deadline.hold();
      if (done) return;
      for (const { id, type, data } of parser.push(decoder.decode(value, { stream: true }))) {
        const told = parsed(operation, data);
        if (type === 'error') throw problemInStream(operation.id, told);
        yield { id: id ?? '', type, data: told };
      }
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

function parsed({ id }: Operation, data: string): unknown {
  try {
    return JSON.parse(data) as unknown;
  } catch {
    throw new ConnectionFailure('unreadable', id, 'an event of the stream is no JSON.');
  }
}
