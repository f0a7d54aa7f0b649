import type { EgressAnswer } from '@assay/egress/request';
import { withAccessToken } from '@assay/mcp/oauth/authorized';
import type { ServerTarget } from '@assay/mcp/target';
import { EventTap } from '@assay/mcp/transport/event-tap';
import { isEventStream } from '@assay/mcp/transport/answer';
import { bytesOf } from '@assay/mcp/transport/read-body';
import type { ScenarioReply, ScenarioRequest } from '../../domain/conformance/protocol-scenario.ts';
import { ANSWER_MS, isAwaited, rpcMessages, type ScenarioWire } from './scenario-wire.ts';

/** The longest event stream that is read for one answer, in characters; the egress limits each event. */
const MAX_STREAM_CHARS = 4_000_000;

/** Sends each request of a scenario over HTTP, with the saved credentials and under the egress policy. */
export function openHttpWire(target: ServerTarget, signal: AbortSignal, answerMs = ANSWER_MS): ScenarioWire {
  const egress = withAccessToken(target);
  return {
    isOver: () => false,
    close: async () => {},
    async send(request) {
      const { method, headers, body } = request;
      const broken = new AbortController();
      const stop = () => broken.abort(signal.reason);
      const timer = setTimeout(() => broken.abort(), answerMs);
      signal.addEventListener('abort', stop, { once: true });
      try {
        signal.throwIfAborted();
        const answer = await egress.request(target.url, {
          method,
          headers: Object.fromEntries(new Headers({ ...headers, ...target.headers })),
          body,
          signal: broken.signal,
        });
        return await replyOf(answer, request);
      } catch {
        signal.throwIfAborted();
        const failure = broken.signal.aborted ? `silence for ${answerMs / 1_000} s` : 'a broken connection';
        return { headers: {}, messages: [], text: '', failure };
      } finally {
        clearTimeout(timer);
        signal.removeEventListener('abort', stop);
        broken.abort();
      }
    },
  };
}

async function replyOf(answer: EgressAnswer, request: ScenarioRequest): Promise<ScenarioReply> {
  const { status, headers, body } = answer;
  const reply: ScenarioReply = { status, headers, messages: [], text: '' };
  if (!isEventStream(answer)) {
    reply.text = new TextDecoder().decode(await bytesOf(body));
    reply.messages = rpcMessages(reply.text);
    return reply;
  }
  const events = new EventTap(body!, {
    data(text) {
      reply.text += `${text}\n`;
      reply.messages.push(...rpcMessages(text));
    },
  });
  while (request.awaits !== null && !isAwaited(request, reply.messages)) {
    if (!(await events.read())) break;
    if (reply.text.length < MAX_STREAM_CHARS) continue;
    reply.failure = 'an event stream without end';
    break;
  }
  events.cancel();
  return reply;
}
