import { isObject } from '@assay/contract/json';
import {
  breaksMust,
  breaksShould,
  errorOf,
  isNotApplicable,
  resultOf,
  shownReply,
  STATELESS_REVISION,
  type ProtocolScenario,
  type ScenarioFacts,
  type ScenarioReply,
} from './protocol-scenario.ts';
import { lacksCapability } from './declared-lists.ts';
import { bodiless, rpcRequest, type RequestChanges } from './scenario-requests.ts';

const SECTION = 'basic/transports/streamable-http#server-validation';
const HEADER_MISMATCH = -32_020;
const NO_SUCH_NAME = 'assay_no_such_name';
const common = { since: STATELESS_REVISION, transport: 'http' } as const;

/** A row for a header that does not say what the body says. */
const mismatch = (
  id: ProtocolScenario['id'],
  what: string,
  headers: RequestChanges['headers'] & object,
  more: { ofTool?: true } = {},
): ProtocolScenario => ({
  ...common,
  id,
  title: `A request ${what} is refused with HTTP status 400 and -32020.`,
  section: SECTION,
  ...(more.ofTool && { lacks: lacksCapability('tools') }),
  *play(facts) {
    // The tool does not exist, so a server without the check executes nothing.
    const reply: ScenarioReply = yield more.ofTool
      ? rpcRequest(facts, 'tools/call', { name: NO_SUCH_NAME, arguments: {} }, { headers })
      : rpcRequest(facts, 'server/discover', {}, { headers });
    return reply.status === 400 && errorOf(reply)?.['code'] === HEADER_MISMATCH
      ? undefined
      : breaksMust(`A request ${what} was answered with ${shownReply(reply)}.`);
  },
});

/** The rules of Streamable HTTP since 2026-07-28: headers mirror the body, and there are no sessions. */
export const HEADER_SCENARIOS: ProtocolScenario[] = [
  mismatch('assay/version-header-missing', 'without MCP-Protocol-Version', { 'mcp-protocol-version': undefined }),
  mismatch('assay/version-header-mismatch', 'whose MCP-Protocol-Version differs from its body', {
    'mcp-protocol-version': '2025-11-25',
  }),
  mismatch('assay/method-header-missing', 'without Mcp-Method', { 'mcp-method': undefined }),
  mismatch('assay/method-header-mismatch', 'whose Mcp-Method differs from its body', { 'mcp-method': 'tools/list' }),
  mismatch('assay/method-header-case', 'whose Mcp-Method is in another case', { 'mcp-method': 'Server/Discover' }),
  mismatch('assay/name-header-missing', 'of a tool without Mcp-Name', { 'mcp-name': undefined }, { ofTool: true }),
  mismatch(
    'assay/name-header-mismatch',
    'whose Mcp-Name differs from its body',
    { 'mcp-name': 'assay_another_name' },
    { ofTool: true },
  ),
  {
    ...common,
    id: 'assay/name-header-encoded',
    title: 'An Mcp-Name in Base64 is decoded before it is compared.',
    section: 'basic/transports/streamable-http#value-encoding',
    lacks: lacksCapability('tools'),
    *play(facts) {
      const encoded = `=?base64?${btoa(NO_SUCH_NAME)}?=`;
      const call = { name: NO_SUCH_NAME, arguments: {} };
      const reply = yield rpcRequest(facts, 'tools/call', call, { headers: { 'mcp-name': encoded } });
      return errorOf(reply)?.['code'] === HEADER_MISMATCH
        ? breaksMust('An Mcp-Name in Base64 that matches the body was refused as a mismatch.')
        : undefined;
    },
  },
  {
    ...common,
    id: 'assay/no-session-id',
    title: 'No session id is given out.',
    section: 'basic/transports/streamable-http#earlier-streamable-http-revisions',
    *play(facts) {
      const { headers } = yield rpcRequest(facts, 'server/discover');
      return 'mcp-session-id' in headers ? breaksShould('The answer has an Mcp-Session-Id.') : undefined;
    },
  },
  {
    ...common,
    id: 'assay/session-id-ignored',
    title: 'A session id in a request is ignored.',
    section: 'basic/transports/streamable-http#earlier-streamable-http-revisions',
    *play(facts) {
      const headers = { 'mcp-session-id': 'assay-no-such-session' };
      const reply = yield rpcRequest(facts, 'server/discover', {}, { headers });
      return resultOf(reply)
        ? undefined
        : breaksShould(`A request with a session id was answered with ${shownReply(reply)}.`);
    },
  },
  {
    ...common,
    id: 'assay/get-refused',
    title: 'GET and DELETE are refused with HTTP status 405.',
    section: 'basic/transports/streamable-http#earlier-streamable-http-revisions',
    *play(facts) {
      const versions = resultOf(yield rpcRequest(facts, 'server/discover'))?.['supportedVersions'];
      if (Array.isArray(versions) && versions.some((version) => String(version) < STATELESS_REVISION))
        return isNotApplicable('The server speaks older revisions too, which have GET and DELETE.');
      for (const method of ['GET', 'DELETE'] as const) {
        const reply = yield { ...bodiless(facts, method, { accept: 'text/event-stream' }), awaits: null };
        if (reply.status !== 405) return breaksShould(`${method} was answered with ${shownReply(reply)}.`);
      }
      return undefined;
    },
  },
  {
    ...common,
    id: 'assay/parameter-headers',
    title: 'x-mcp-header of a parameter is a header name, unique in its tool, on a parameter of a primitive type.',
    section: 'server/tools#x-mcp-header',
    lacks: lacksCapability('tools'),
    *play(facts: ScenarioFacts) {
      const tools = resultOf(yield rpcRequest(facts, 'tools/list'))?.['tools'];
      for (const tool of Array.isArray(tools) ? tools.filter(isObject) : []) {
        const fault = headerFault(tool['inputSchema']);
        if (fault !== undefined) return breaksMust(`The tool ${JSON.stringify(tool['name'])} has ${fault}.`);
      }
      return undefined;
    },
  },
];

const TOKEN = /^[!#$%&'*+.^_`|~\w-]+$/;
const PRIMITIVES = new Set<unknown>(['string', 'integer', 'boolean']);

/** The fault of the header names in a tool's own parameters, as the end of a sentence. */
function headerFault(schema: unknown): string | undefined {
  const seen = new Set<string>();
  const parameters = isObject(schema) && isObject(schema['properties']) ? schema['properties'] : {};
  for (const parameter of Object.values(parameters).filter(isObject)) {
    if (!('x-mcp-header' in parameter)) continue;
    const name = parameter['x-mcp-header'];
    if (typeof name !== 'string' || !TOKEN.test(name)) return `an x-mcp-header that is not a header name`;
    if (seen.has(name.toLowerCase())) return `the x-mcp-header ${name} twice`;
    if (!PRIMITIVES.has(parameter['type'])) return `the x-mcp-header ${name} on a parameter of another type`;
    seen.add(name.toLowerCase());
  }
  return undefined;
}
