import { isObject } from '@assay/contract/json';
import {
  breaksMust,
  breaksShould,
  errorOf,
  LAST_SESSION_REVISION,
  resultOf,
  shownReply,
  STATELESS_REVISION,
  wantsError,
  type ProtocolScenario,
  type ScenarioFacts,
} from './protocol-scenario.ts';
import { declaredLists } from './declared-lists.ts';
import { initializeRequest, rpcRequest } from './scenario-requests.ts';

/** A version that no server speaks. */
const UNKNOWN_VERSION = '1999-01-01';

/** How client and server agree on a revision: with `initialize`, and without. */
export const LIFECYCLE_SCENARIOS: ProtocolScenario[] = [
  {
    id: 'assay/initialize',
    title: "The answer to initialize has the server's revision, capabilities, name and version.",
    until: LAST_SESSION_REVISION,
    section: 'basic/lifecycle#initialization',
    isUninitialized: true,
    *play({ revision }) {
      const reply = yield initializeRequest(revision);
      const result = resultOf(reply);
      if (!result) return breaksMust(`initialize was answered with ${shownReply(reply)}.`);
      const { protocolVersion, capabilities, serverInfo } = result;
      if (typeof protocolVersion !== 'string') return breaksMust('The result has no protocolVersion.');
      if (!isObject(capabilities)) return breaksMust('The result has no capabilities.');
      return isObject(serverInfo) && ['name', 'version'].every((key) => typeof serverInfo[key] === 'string')
        ? undefined
        : breaksMust('The result has no serverInfo with a name and a version.');
    },
  },
  {
    id: 'assay/version-agreed',
    title: 'A revision that the server speaks is answered with the same revision.',
    until: LAST_SESSION_REVISION,
    section: 'basic/lifecycle#version-negotiation',
    isUninitialized: true,
    *play({ revision }) {
      const reply = yield initializeRequest(revision);
      const answered = resultOf(reply)?.['protocolVersion'];
      return answered === revision
        ? undefined
        : breaksMust(`The server speaks ${revision}, and answered ${JSON.stringify(answered)} when asked for it.`);
    },
  },
  {
    id: 'assay/version-unknown',
    title: 'An unknown revision is answered with one that the server speaks, or refused.',
    until: LAST_SESSION_REVISION,
    section: 'basic/lifecycle#version-negotiation',
    isUninitialized: true,
    *play() {
      const reply = yield initializeRequest(UNKNOWN_VERSION);
      const answered = resultOf(reply)?.['protocolVersion'];
      if (errorOf(reply) || (typeof answered === 'string' && answered !== UNKNOWN_VERSION)) return undefined;
      return breaksMust(
        `Revision ${UNKNOWN_VERSION} was answered with ${answered === undefined ? shownReply(reply) : JSON.stringify(answered)}.`,
      );
    },
  },
  {
    id: 'assay/discover',
    title: 'server/discover names the revisions and the capabilities of the server.',
    since: STATELESS_REVISION,
    section: 'server/discover#response',
    *play(facts) {
      const reply = yield rpcRequest(facts, 'server/discover');
      const result = resultOf(reply);
      if (!result) return breaksMust(`server/discover was answered with ${shownReply(reply)}.`);
      const { supportedVersions, capabilities } = result;
      if (!Array.isArray(supportedVersions) || !supportedVersions.includes(facts.revision))
        return breaksMust(`supportedVersions does not name ${facts.revision}, which the server speaks.`);
      return isObject(capabilities) ? undefined : breaksMust('The result has no capabilities.');
    },
  },
  {
    id: 'assay/no-handshake',
    title: 'The first request is served without a handshake before it.',
    since: STATELESS_REVISION,
    section: 'basic/index#statelessness',
    isUninitialized: true,
    *play(facts) {
      const method = declaredLists(facts)[0]?.method ?? 'server/discover';
      const reply = yield rpcRequest(facts, method);
      return resultOf(reply)
        ? undefined
        : breaksMust(`${method} as the first request was answered with ${shownReply(reply)}.`);
    },
  },
  {
    id: 'assay/version-unsupported',
    title: 'A revision that the server does not speak is refused with -32022 and the list of those it speaks.',
    since: STATELESS_REVISION,
    section: 'basic/versioning#protocol-version-negotiation',
    *play(facts) {
      const reply = yield unknownVersion(facts);
      const refused = wantsError(reply, [-32_022], breaksMust, `Revision ${UNKNOWN_VERSION}`);
      if (refused) return refused;
      const data = errorOf(reply)!['data'];
      return isObject(data) && Array.isArray(data['supported'])
        ? undefined
        : breaksMust('The error has no data.supported.');
    },
  },
  {
    id: 'assay/version-unsupported-status',
    title: 'A revision that the server does not speak is refused with HTTP status 400.',
    since: STATELESS_REVISION,
    transport: 'http',
    section: 'basic/transports/streamable-http#protocol-version-header',
    *play(facts) {
      const reply = yield unknownVersion(facts);
      return reply.status === 400
        ? undefined
        : breaksMust(`Revision ${UNKNOWN_VERSION} was answered with ${shownReply(reply)}.`);
    },
  },
  {
    id: 'assay/meta-required',
    title: 'A request without the capabilities of the client is refused with -32602, over HTTP with status 400.',
    since: STATELESS_REVISION,
    section: 'basic/index#meta',
    *play(facts) {
      const meta = { 'io.modelcontextprotocol/clientCapabilities': undefined };
      const reply = yield rpcRequest(facts, 'server/discover', {}, { meta });
      const refused = wantsError(reply, [-32_602], breaksMust, 'A request without clientCapabilities');
      if (refused || facts.transport === 'stdio' || reply.status === 400) return refused;
      return breaksMust(`A request without clientCapabilities was answered with ${shownReply(reply)}.`);
    },
  },
  {
    id: 'assay/client-info-optional',
    title: 'A request without the name of the client is served.',
    since: STATELESS_REVISION,
    section: 'basic/index#meta',
    *play(facts) {
      const meta = { 'io.modelcontextprotocol/clientInfo': undefined };
      const reply = yield rpcRequest(facts, 'server/discover', {}, { meta });
      return resultOf(reply)
        ? undefined
        : breaksMust(`A request without clientInfo was answered with ${shownReply(reply)}.`);
    },
  },
  {
    id: 'assay/server-info',
    title: 'Results name the server and its version.',
    since: STATELESS_REVISION,
    section: 'basic/index#meta',
    *play(facts) {
      const meta = resultOf(yield rpcRequest(facts, 'server/discover'))?.['_meta'];
      return isObject(meta) && isObject(meta['io.modelcontextprotocol/serverInfo'])
        ? undefined
        : breaksShould('The result of server/discover has no io.modelcontextprotocol/serverInfo in its _meta.');
    },
  },
  {
    id: 'assay/result-type',
    title: 'Every result names its type.',
    since: STATELESS_REVISION,
    section: 'basic/index#resulttype',
    *play(facts) {
      for (const method of ['server/discover', ...declaredLists(facts).map((list) => list.method)]) {
        const result = resultOf(yield rpcRequest(facts, method));
        if (result && typeof result['resultType'] !== 'string')
          return breaksMust(`The result of ${method} has no resultType.`);
      }
      return undefined;
    },
  },
];

const unknownVersion = (facts: ScenarioFacts) =>
  rpcRequest(
    facts,
    'server/discover',
    {},
    {
      headers: { 'mcp-protocol-version': UNKNOWN_VERSION },
      meta: { 'io.modelcontextprotocol/protocolVersion': UNKNOWN_VERSION },
    },
  );
