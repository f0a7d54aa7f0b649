import { isObject } from '@assay/contract/json';
import { asOneLine } from '../conversion.ts';
import { isText, listOf, type JsonObject } from '../json.ts';

/** Settings that say where the provider is and how it is paid; they do not change what a model answers. */
const CONNECTION = ['apiKey', 'apiKeyEnvar', 'apiHost', 'apiBaseUrl', 'organization', 'cost', 'headers', 'mcp'];

/** The configurations of providers: of objects with an id, and of objects whose key is the id. */
const configsOf = (providers: unknown): JsonObject[] =>
  listOf(providers)
    .flatMap((each) =>
      isObject(each)
        ? [each.config, ...Object.values(each).map((value) => (isObject(value) ? value.config : undefined))]
        : [],
    )
    .filter(isObject);

/** Names of the settings of providers that change answers and have no place in a suite file. */
export const droppedSettings = (providers: unknown): string[] => [
  ...new Set(
    configsOf(providers)
      .filter((config) => !('server' in config || 'servers' in config))
      .flatMap((config) => Object.keys(config).filter((key) => !CONNECTION.includes(key))),
  ),
];

/** Names of the MCP servers in the configuration of providers. */
export function serversOf(providers: unknown): string[] {
  const names = configsOf(providers)
    .flatMap((config) => [config, ...(isObject(config.mcp) ? [config.mcp] : [])])
    .flatMap(({ server, servers }) => [...listOf(server), ...listOf(servers)])
    .flatMap((each) => (isObject(each) && isText(each.name) ? asOneLine(each.name, 200) : []));
  return [...new Set(names)].filter((name) => name !== '');
}
