import { isObject } from '@assay/contract/json';
import {
  answerTo,
  anyAnswer,
  breaksMust,
  breaksShould,
  errorOf,
  LAST_SESSION_REVISION,
  resultOf,
  shownReply,
  STATELESS_REVISION,
  wantsError,
  type ProtocolScenario,
  type RpcMessage,
  type ScenarioFinding,
  type ScenarioReply,
} from './protocol-scenario.ts';
import {
  harmlessRequest,
  initializeRequest,
  isStateless,
  posted,
  rpcNotification,
  rpcRequest,
} from './scenario-requests.ts';

const NO_SUCH_METHOD = 'assay/no-such-method';

/** The rules of JSON-RPC 2.0 that every server keeps, over every transport. */
export const MESSAGE_SCENARIOS: ProtocolScenario[] = [
  {
    id: 'assay/ping',
    title: 'A ping is answered with an empty result.',
    until: LAST_SESSION_REVISION,
    section: 'basic/utilities/ping#behavior-requirements',
    *play(facts) {
      const reply = yield rpcRequest(facts, 'ping');
      return resultOf(reply) ? undefined : breaksMust(`A ping was answered with ${shownReply(reply)}.`);
    },
  },
  {
    id: 'assay/response-id',
    title: 'An answer, also an error, has the id of its request, with its type.',
    section: 'basic/index#responses',
    *play(facts) {
      for (const id of ['assay-17', 17])
        for (const request of [harmlessRequest(facts, { id }), rpcRequest(facts, NO_SUCH_METHOD, {}, { id })]) {
          const reply = yield request;
          const answer = anyAnswer(reply);
          if (!answerTo(reply, id))
            return breaksMust(
              `The request ${JSON.stringify(id)} was answered with ${answer ? `the id ${JSON.stringify(answer['id'])}` : shownReply(reply)}.`,
            );
        }
      return undefined;
    },
  },
  {
    id: 'assay/message-shape',
    title: 'Every answer is a JSON-RPC 2.0 message with either a result or an error.',
    section: 'basic/index#messages',
    *play(facts) {
      for (const request of [harmlessRequest(facts), rpcRequest(facts, NO_SUCH_METHOD)]) {
        const { messages } = yield request;
        for (const message of messages) {
          const fault = shapeFault(message);
          if (fault !== undefined) return breaksMust(`A message ${fault}.`);
        }
      }
      return undefined;
    },
  },
  {
    id: 'assay/unknown-method',
    title: 'An unknown method is refused with -32601.',
    section: 'basic/index#error-responses',
    *play(facts) {
      const reply = yield rpcRequest(facts, NO_SUCH_METHOD);
      return wantsError(reply, [-32_601], breaksMust, 'An unknown method');
    },
  },
  {
    id: 'assay/unknown-method-status',
    title: 'An unknown method is refused with HTTP status 404.',
    since: STATELESS_REVISION,
    transport: 'http',
    section: 'basic/transports/streamable-http#protocol-version-header',
    *play(facts) {
      const reply = yield rpcRequest(facts, NO_SUCH_METHOD);
      return reply.status === 404 ? undefined : breaksMust(`An unknown method was answered with ${shownReply(reply)}.`);
    },
  },
  {
    id: 'assay/removed-methods',
    title: 'Methods that the revision no longer has are not served.',
    since: STATELESS_REVISION,
    section: 'changelog#major-changes',
    *play(facts) {
      for (const method of ['ping', 'logging/setLevel', 'resources/subscribe', 'resources/unsubscribe']) {
        const reply = yield rpcRequest(facts, method);
        if (resultOf(reply)) return breaksMust(`${method} was answered with ${shownReply(reply)}.`);
      }
      return undefined;
    },
  },
  {
    id: 'assay/malformed-json',
    title: 'A body that is not JSON is refused with an HTTP error or -32700.',
    transport: 'http',
    section: 'basic/index#messages',
    *play(facts) {
      return refusal(yield posted(facts, '{"jsonrpc":"2.0","id":1,'), [-32_700], 'A body that is not JSON');
    },
  },
  {
    id: 'assay/invalid-request',
    title: 'JSON that is not a JSON-RPC message is refused with an HTTP error or -32600.',
    transport: 'http',
    section: 'basic/index#messages',
    *play(facts) {
      const reply = yield posted(facts, JSON.stringify({ jsonrpc: '2.0', id: 1 }));
      return refusal(reply, [-32_600, -32_700], 'A message without a method');
    },
  },
  {
    id: 'assay/survives-malformed-lines',
    title: 'A command still answers after a line that is not a message.',
    transport: 'stdio',
    section: 'basic/index#messages',
    *play(facts) {
      for (const line of ['{"jsonrpc":"2.0","id":1,', JSON.stringify({ jsonrpc: '2.0', id: 1 })]) {
        yield { ...posted(facts, line), awaits: null };
        const reply = yield harmlessRequest(facts, { id: 'after' });
        if (!answerTo(reply, 'after')) return breaksMust(`After the line ${line} came ${shownReply(reply)}.`);
      }
      return undefined;
    },
  },
  {
    id: 'assay/notification-unanswered',
    title: 'A notification is not answered.',
    transport: 'stdio',
    section: 'basic/index#notifications',
    *play(facts) {
      yield rpcNotification(facts, 'notifications/assay/no-such-notification');
      const { messages } = yield harmlessRequest(facts, { id: 'after' });
      return messages.some((message) => !('method' in message) && message['id'] !== 'after')
        ? breaksMust('A notification was answered.')
        : undefined;
    },
  },
  {
    id: 'assay/output-clean',
    title: 'A command writes nothing but messages to its standard output.',
    transport: 'stdio',
    section: 'basic/transports#stdio',
    statelessSection: 'basic/transports/stdio',
    isUninitialized: true,
    *play(facts) {
      const first = isStateless(facts) ? harmlessRequest(facts) : initializeRequest(facts.revision);
      for (const request of [first, harmlessRequest(facts, { id: 2 })]) {
        const { text } = yield request;
        const noise = text.split('\n').find((line) => line.trim() !== '' && !isJsonObject(line));
        if (noise !== undefined)
          return breaksMust(`The command wrote a line that is not a message: ${noise.slice(0, 200)}`);
      }
      return undefined;
    },
  },
];

function shapeFault(message: RpcMessage): string | undefined {
  if (message['jsonrpc'] !== '2.0') return 'does not say "jsonrpc": "2.0"';
  if ('method' in message) return undefined;
  if ('result' in message === 'error' in message) return 'has neither a result nor an error, or both';
  if ('result' in message) return isObject(message['result']) ? undefined : 'has a result that is not an object';
  const { error } = message;
  if (!isObject(error) || !Number.isInteger(error['code'])) return 'has an error whose code is not an integer';
  return typeof error['message'] === 'string' ? undefined : 'has an error without a message';
}

/** The finding for a body that is to be refused; a refusal may have no JSON-RPC body. */
function refusal(reply: ScenarioReply, codes: number[], what: string): ScenarioFinding {
  const { status = 0 } = reply;
  const error = errorOf(reply);
  if (status >= 500 || (!error && !(status >= 400)))
    return breaksMust(`${what} was answered with ${shownReply(reply)}.`);
  return error ? wantsError(reply, codes, breaksShould, what) : undefined;
}

function isJsonObject(line: string): boolean {
  try {
    return typeof JSON.parse(line) === 'object';
  } catch {
    return false;
  }
}
