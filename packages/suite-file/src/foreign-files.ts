import { isObject } from '@assay/contract/json';
import type { JsonObject } from './json.ts';

const READABLE =
  'Suite files (`assay: 1`), promptfoo configurations, and files with `mcpServers` and a list of `tests` can be read';

/** Whether the tests of a file are actions such as `call_tool` and `list_tools`, which only mcptest has. */
export const hasActions = ({ tests }: JsonObject): boolean =>
  Array.isArray(tests) &&
  tests.length > 0 &&
  tests.every(
    (test) => isObject(test) && typeof test.action === 'string' && /^(?:call|list|read|get)_/.test(test.action),
  );

/** Files of other tools for testing MCP servers, by a part that only they have. */
const KINDS: [name: string, isOne: (value: JsonObject) => boolean][] = [
  ['mcpchecker eval', ({ kind, config }) => kind === 'Eval' && isObject(config)],
  [
    'mcp-server-tester',
    ({ tools, evals }) =>
      (isObject(tools) && Array.isArray(tools.tests)) || (isObject(evals) && Array.isArray(evals.tests)),
  ],
  ['mcptest', hasActions],
  [
    'list of servers without cases (mcp.json)',
    ({ mcpServers, servers, context_servers: ofZed }) => [mcpServers, servers, ofZed].some(isObject),
  ],
];

/** Keys of a suite file: a file with one of them is told its faults. */
const OWN_KEYS = ['assay', 'id', 'name', 'servers', 'cases'];

/** Why a value that is not a suite file cannot be read; undefined for one that may be a suite file. */
export function foreignFileMessage(value: unknown): string | undefined {
  if (!isObject(value)) return Array.isArray(value) ? `is a list, and not a suite file. ${READABLE}` : undefined;
  if ('assay' in value) return undefined;
  const kind = KINDS.find(([, isOne]) => isOne(value))?.[0];
  if (kind !== undefined) return `is a file of another format: ${kind}. ${READABLE}`;
  return OWN_KEYS.some((key) => key in value) ? undefined : `has no part of a known format. ${READABLE}`;
}

/** Why a text cannot be read that is not YAML or JSON as a whole, such as XML or a JSON value per line. */
export function foreignTextMessage(content: string): string | undefined {
  const start = content.slice(0, 1_000).trimStart();
  if (/^<(?:\?xml|!DOCTYPE|[a-z_]+>)/i.test(start)) return `is an XML file. ${READABLE}`;
  const [first = '', second = ''] = content.slice(0, 100_000).split(/\r?\n/, 2);
  return isObjectText(first) && isObjectText(second) ? `is a file of JSON lines (JSONL). ${READABLE}` : undefined;
}

function isObjectText(line: string): boolean {
  if (!line.startsWith('{')) return false;
  try {
    return isObject(JSON.parse(line));
  } catch {
    return false;
  }
}
