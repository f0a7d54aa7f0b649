import { given } from '@assay/contract/given';
import {
  breaksMust,
  breaksShould,
  isNotApplicable,
  resultOf,
  shownReply,
  type ProtocolScenario,
  type ScenarioFacts,
  type ScenarioReply,
  type ScenarioRequest,
} from './protocol-scenario.ts';
import { bodiless, harmlessRequest, initializeRequest, rpcNotification } from './scenario-requests.ts';

/** Some requests of a scenario, and what comes of them. */
type Steps<T> = Generator<ScenarioRequest, T, ScenarioReply>;

const common = {
  since: '2025-03-26',
  until: '2025-11-25',
  transport: 'http',
  section: 'basic/transports#session-management',
} as const;

const RULES: ProtocolScenario[] = [
  {
    ...common,
    id: 'assay/session-id',
    title: 'A session id is made of visible ASCII characters, and each session has its own.',
    *play(facts) {
      const [first, second] = [yield* openedSession(facts), yield* openedSession(facts)];
      if (![first, second].every((id) => /^[!-~]+$/.test(id ?? '')))
        return breaksMust('A session id has other characters than visible ASCII, or is missing.');
      return first === second ? breaksMust('Two sessions have the same id.') : undefined;
    },
  },
  {
    ...common,
    id: 'assay/session-missing',
    title: 'A request without its session id is refused with HTTP status 400, if the server needs one.',
    *play(facts) {
      const reply = yield harmlessRequest(facts, { headers: { 'mcp-session-id': undefined } });
      if (resultOf(reply) || reply.status === 400) return undefined;
      return breaksShould(`A request without a session id was answered with ${shownReply(reply)}.`);
    },
  },
  {
    ...common,
    id: 'assay/session-unknown',
    title: 'A request with an unknown session id is refused, with HTTP status 404.',
    *play(facts) {
      const reply = yield harmlessRequest(facts, { headers: { 'mcp-session-id': 'assay-no-such-session' } });
      if (reply.status === 404) return undefined;
      return (resultOf(reply) ? breaksMust : breaksShould)(
        `An unknown session id was answered with ${shownReply(reply)}.`,
      );
    },
  },
  {
    ...common,
    id: 'assay/session-delete',
    title: 'DELETE ends the session, or is refused with HTTP status 405.',
    *play(facts) {
      const { reply } = yield* deleted(facts);
      const { status = 0 } = reply;
      return (status >= 200 && status < 300) || status === 405
        ? undefined
        : breaksMust(`DELETE was answered with ${shownReply(reply)}.`);
    },
  },
  {
    ...common,
    id: 'assay/session-ended',
    title: 'A session that was ended is answered with HTTP status 404.',
    *play(facts) {
      const { reply: ending, own } = yield* deleted(facts);
      const { status = 0 } = ending;
      if (status < 200 || status > 299) return isNotApplicable('The server does not let clients end sessions.');
      const reply = yield harmlessRequest(own);
      return reply.status === 404
        ? undefined
        : breaksMust(`A session that was ended was answered with ${shownReply(reply)}.`);
    },
  },
];

/** The rules about session ids, for servers that give them out: only an open session shows it. */
export const SESSION_SCENARIOS: ProtocolScenario[] = RULES.map((rule) => ({
  ...rule,
  *play(facts) {
    if (facts.sessionId === undefined) return isNotApplicable('The server gives out no session ids.');
    return yield* rule.play(facts);
  },
}));

/** Opens a session beside the one of the other scenarios; its id. */
function* openedSession({ revision }: ScenarioFacts): Steps<string | undefined> {
  const { headers } = yield initializeRequest(revision);
  return headers['mcp-session-id'];
}

/** Ends a session of its own; the answer to DELETE, and what the session's id is part of. */
function* deleted(facts: ScenarioFacts): Steps<{ reply: ScenarioReply; own: ScenarioFacts }> {
  const sessionId = yield* openedSession(facts);
  const own = { ...facts, ...given({ sessionId }) };
  yield rpcNotification(own, 'notifications/initialized');
  return { reply: yield bodiless(own, 'DELETE'), own };
}
