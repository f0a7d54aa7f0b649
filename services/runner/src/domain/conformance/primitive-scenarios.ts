import { isObject } from '@assay/contract/json';
import { metaSchemaFault } from '@assay/surface/lint/meta-schema';
import { lacksCapability } from './declared-lists.ts';
import {
  breaksMust,
  breaksShould,
  errorOf,
  resultOf,
  shownReply,
  wantsError,
  type ProtocolScenario,
} from './protocol-scenario.ts';
import { isStateless, rpcRequest } from './scenario-requests.ts';

const NO_SUCH_NAME = 'assay_no_such_name';
const NO_SUCH_URI = 'assay://no/such/resource';

/** The schemas of tools, and requests for items that no server has. */
export const PRIMITIVE_SCENARIOS: ProtocolScenario[] = [
  {
    id: 'assay/tool-schemas',
    title: 'The schemas of tools are valid JSON Schemas of objects.',
    section: 'server/tools#tool',
    lacks: lacksCapability('tools'),
    *play(facts) {
      const tools = resultOf(yield rpcRequest(facts, 'tools/list'))?.['tools'];
      for (const tool of Array.isArray(tools) ? tools.filter(isObject) : []) {
        const fault = toolFault(tool, isStateless(facts));
        if (fault !== undefined) return breaksMust(`The tool ${JSON.stringify(tool['name'])} has ${fault}.`);
      }
      return undefined;
    },
  },
  {
    id: 'assay/tool-names',
    title: 'Names of tools have 1 to 128 letters, digits, underscores, hyphens and dots.',
    since: '2025-11-25',
    section: 'server/tools#tool-names',
    lacks: lacksCapability('tools'),
    *play(facts) {
      const tools = resultOf(yield rpcRequest(facts, 'tools/list'))?.['tools'];
      const odd = (Array.isArray(tools) ? tools.filter(isObject) : []).find(
        ({ name }) => typeof name === 'string' && !/^[\w.-]{1,128}$/.test(name),
      );
      return odd && breaksShould(`The tool ${JSON.stringify(odd['name'])} has a name with other characters.`);
    },
  },
  {
    id: 'assay/unknown-tool',
    title: 'A call of an unknown tool is refused with -32602.',
    section: 'server/tools#error-handling',
    lacks: lacksCapability('tools'),
    *play(facts) {
      const reply = yield rpcRequest(facts, 'tools/call', { name: NO_SUCH_NAME, arguments: {} });
      if (errorOf(reply)) return wantsError(reply, [-32_602], breaksShould, 'An unknown tool');
      return resultOf(reply)?.['isError'] === true
        ? breaksShould('An unknown tool was answered with a failed call; it is an error of the protocol, -32602.')
        : breaksMust(`An unknown tool was answered with ${shownReply(reply)}.`);
    },
  },
  {
    id: 'assay/unknown-prompt',
    title: 'An unknown prompt is refused with -32602.',
    section: 'server/prompts#error-handling',
    lacks: lacksCapability('prompts'),
    *play(facts) {
      const reply = yield rpcRequest(facts, 'prompts/get', { name: NO_SUCH_NAME });
      return wantsError(reply, [-32_602], errorOf(reply) ? breaksShould : breaksMust, 'An unknown prompt');
    },
  },
  {
    id: 'assay/unknown-resource',
    title: 'An unknown resource is refused with -32002, since 2026-07-28 with -32602.',
    section: 'server/resources#error-handling',
    lacks: lacksCapability('resources'),
    *play(facts) {
      const reply = yield rpcRequest(facts, 'resources/read', { uri: NO_SUCH_URI });
      const isRetired = isStateless(facts) && errorOf(reply)?.['code'] === -32_002;
      return wantsError(
        reply,
        isStateless(facts) ? [-32_602] : [-32_002, -32_602],
        errorOf(reply) && !isRetired ? breaksShould : breaksMust,
        'An unknown resource',
      );
    },
  },
  {
    id: 'assay/log-level-invalid',
    title: 'An unknown log level is refused with -32602.',
    until: '2025-11-25',
    section: 'server/utilities/logging#error-handling',
    lacks: lacksCapability('logging'),
    *play(facts) {
      const reply = yield rpcRequest(facts, 'logging/setLevel', { level: 'assay' });
      return wantsError(reply, [-32_602], breaksShould, 'An unknown log level');
    },
  },
];

/** The fault of a tool's schemas, as the end of a sentence. Since 2026-07-28 an output may be any JSON value. */
function toolFault({ inputSchema, outputSchema }: Record<string, unknown>, anyOutput: boolean): string | undefined {
  if (!isObject(inputSchema)) return 'no inputSchema';
  for (const [name, schema, isOfObject] of [
    ['inputSchema', inputSchema, true],
    ['outputSchema', outputSchema, !anyOutput],
  ] as const) {
    if (schema === undefined) continue;
    const fault = metaSchemaFault(schema);
    if (fault) return `an ${name} that is not a JSON Schema: ${fault.path || 'it'} ${fault.message}`;
    if (isOfObject && isObject(schema) && schema['type'] !== 'object') return `an ${name} whose type is not "object"`;
  }
  return undefined;
}
