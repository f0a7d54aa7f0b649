import {
  answerTo,
  breaksMust,
  breaksShould,
  LAST_SESSION_REVISION,
  shownReply,
  type ProtocolScenario,
  type ScenarioFinding,
  type ScenarioReply,
} from './protocol-scenario.ts';
import { bodiless, harmlessRequest, rpcNotification } from './scenario-requests.ts';

/** The first revision with Streamable HTTP. */
const OLDEST = '2025-03-26';
const TRANSPORT = 'basic/transports';

/** The rules of Streamable HTTP for one request, in all its revisions. */
export const HTTP_SCENARIOS: ProtocolScenario[] = [
  {
    id: 'assay/content-type',
    title: 'A request is answered with JSON or an event stream.',
    since: OLDEST,
    transport: 'http',
    section: `${TRANSPORT}#sending-messages-to-the-server`,
    statelessSection: `${TRANSPORT}/streamable-http#sending-messages`,
    *play(facts) {
      const reply = yield harmlessRequest(facts);
      const type = reply.headers['content-type'] ?? '';
      if (!answerTo(reply, 1)) return breaksMust(`A request was answered with ${shownReply(reply)}.`);
      return /^(application\/json|text\/event-stream)\b/i.test(type)
        ? undefined
        : breaksMust(`A request was answered as ${type === '' ? 'no content type' : type}.`);
    },
  },
  {
    id: 'assay/notification-accepted',
    title: 'A notification is answered with HTTP status 202 and no body.',
    since: OLDEST,
    until: LAST_SESSION_REVISION,
    transport: 'http',
    section: `${TRANSPORT}#sending-messages-to-the-server`,
    *play(facts) {
      const reply = yield rpcNotification(facts, 'notifications/initialized');
      if (reply.status !== 202) return breaksMust(`A notification was answered with ${shownReply(reply)}.`);
      return reply.text === '' ? undefined : breaksMust('The answer to a notification has a body.');
    },
  },
  {
    id: 'assay/get-stream',
    title: 'GET is answered with an event stream or with HTTP status 405.',
    since: OLDEST,
    until: LAST_SESSION_REVISION,
    transport: 'http',
    section: `${TRANSPORT}#listening-for-messages-from-the-server`,
    *play(facts) {
      const reply = yield { ...bodiless(facts, 'GET', { accept: 'text/event-stream' }), awaits: null };
      const isStream = reply.status === 200 && /^text\/event-stream\b/i.test(reply.headers['content-type'] ?? '');
      return isStream || reply.status === 405 ? undefined : breaksMust(`GET was answered with ${shownReply(reply)}.`);
    },
  },
  {
    id: 'assay/method-not-allowed',
    title: 'Another HTTP method is refused with status 405.',
    since: OLDEST,
    transport: 'http',
    section: 'https://www.rfc-editor.org/rfc/rfc9110#section-15.5.6',
    *play(facts) {
      return refusedWith(yield { ...bodiless(facts, 'PUT'), awaits: null }, [405, 404, 501], 'PUT');
    },
  },
  {
    id: 'assay/not-acceptable',
    title:
      'A request that accepts neither JSON nor event streams is refused with HTTP status 406, or answered as JSON.',
    since: OLDEST,
    transport: 'http',
    section: 'https://www.rfc-editor.org/rfc/rfc9110#section-12.5.1',
    *play(facts) {
      const reply = yield harmlessRequest(facts, { headers: { accept: 'text/html' } });
      return answerTo(reply, 1) ? undefined : refusedWith(reply, [406, 400], 'A request that accepts only text/html');
    },
  },
  {
    id: 'assay/media-type',
    title: 'A body that is declared as another type than JSON is refused with HTTP status 415.',
    since: OLDEST,
    transport: 'http',
    section: 'https://www.rfc-editor.org/rfc/rfc9110#section-15.5.16',
    *play(facts) {
      const reply = yield harmlessRequest(facts, { headers: { 'content-type': 'text/plain' } });
      return refusedWith(reply, [415, 400], 'A body declared as text/plain');
    },
  },
  {
    id: 'assay/origin',
    area: 'security',
    title: 'A request from a foreign web page (Origin) is refused with HTTP status 403.',
    since: OLDEST,
    transport: 'http',
    section: `${TRANSPORT}#security-warning`,
    statelessSection: `${TRANSPORT}/streamable-http#security-endpoint`,
    *play(facts) {
      const reply = yield harmlessRequest(facts, { headers: { origin: 'https://assay-foreign-page.example' } });
      if (reply.status === 403) return undefined;
      // A public server may have reasons to serve every page; one on this machine has none.
      return (facts.isLocal ? breaksMust : breaksShould)(
        `A request from a foreign web page was answered with ${shownReply(reply)}.`,
      );
    },
  },
  {
    id: 'assay/version-header',
    title: 'An unknown MCP-Protocol-Version is refused with HTTP status 400.',
    since: '2025-06-18',
    until: LAST_SESSION_REVISION,
    transport: 'http',
    section: `${TRANSPORT}#protocol-version-header`,
    *play(facts) {
      const reply = yield harmlessRequest(facts, { headers: { 'mcp-protocol-version': '1999-01-01' } });
      return reply.status === 400
        ? undefined
        : breaksMust(`The unknown version 1999-01-01 was answered with ${shownReply(reply)}.`);
    },
  },
];

/** The finding for a request that HTTP refuses; the specification of MCP demands no status of its own. */
function refusedWith(reply: ScenarioReply, statuses: number[], what: string): ScenarioFinding {
  const { status = 0 } = reply;
  if (statuses.includes(status)) return undefined;
  const found = status >= 500 || status === 0 ? breaksMust : breaksShould;
  return found(`${what} was answered with ${shownReply(reply)}; HTTP status ${statuses[0]} is expected.`);
}
