import { given } from '@assay/contract/given';
import { isObject } from '@assay/contract/json';
import {
  baseName,
  idOf,
  asOneLine,
  unconvertibleFile,
  type FileConversion,
  type ConversionHints,
} from '../conversion.ts';
import { isText, type JsonObject } from '../json.ts';
import { caseOf, modelName } from './convert-case.ts';

const CASES = ['tests', 'evals', 'evaluations', 'cases', 'testCases', 'test_cases', 'test-cases'];
const SERVERS = ['mcpServers', 'mcp_servers', 'servers', 'mcpServer', 'mcp_server', 'server'];
const MAX_CASES = 10_000;

export const casesKeyOf = (value: JsonObject): string | undefined => CASES.find((key) => Array.isArray(value[key]));
export const hasServers = (value: JsonObject): boolean => SERVERS.some((key) => isObject(value[key]));

/**
 * Converts a file that lists MCP servers and requests to them. Servers are only names: their commands, addresses and
 * secrets are dropped, and nothing is started.
 */
export function convertMcpServers(value: JsonObject, { servers, model, fileName }: ConversionHints): FileConversion {
  const casesKey = casesKeyOf(value);
  if (casesKey === undefined) return unconvertibleFile('', `has no list of cases (${CASES.join(', ')})`);
  const listed = value[casesKey] as unknown[];
  if (listed.length > MAX_CASES) return unconvertibleFile(`/${casesKey}`, `has more than ${MAX_CASES} items`);
  const strange = listed.findIndex((each) => !isObject(each));
  if (strange >= 0) return unconvertibleFile(`/${casesKey}/${strange}`, 'is not an object');

  const named = servers ?? namesOf(value);
  if (named.length === 0)
    return unconvertibleFile(
      '/servers',
      "is required: the file does not name its server, so the suite's must be given",
    );
  const { systemPrompt, temperature, ...agent } = isObject(value.agent) ? value.agent : value;
  const name = asOneLine([value.name, value.title].find(isText) ?? baseName(fileName), 200) || 'mcp-servers';
  const chosen = model ?? modelName(agent.model, agent.provider);
  return {
    file: {
      assay: 1,
      id: isText(value.id) && /^[\w-]{1,128}$/.test(value.id) ? value.id : idOf(name),
      name,
      ...(isText(value.description) && { description: value.description.slice(0, 10_000) }),
      servers: named,
      ...given({ model: chosen }),
      ...(isText(systemPrompt) && { systemPrompt: systemPrompt.slice(0, 100_000) }),
      ...(typeof temperature === 'number' && temperature >= 0 && temperature <= 2 && { temperature }),
      cases: listed.map((each, i) => caseOf(each as JsonObject, `${casesKey}[${i}]`, named)),
    },
    warnings: ['Servers are known by their names; how the file connects to them is not carried over.'],
  };
}

function namesOf(value: JsonObject): string[] {
  const key = SERVERS.find((each) => isObject(value[each]))!;
  const servers = value[key] as JsonObject;
  const isOne = isText(servers.command) || isText(servers.url) || Array.isArray(servers.command);
  const names = isOne ? [servers.name].filter(isText) : Object.keys(servers);
  return [...new Set(names.map((name) => asOneLine(name, 200)))].filter((name) => name !== '');
}
