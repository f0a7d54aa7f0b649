import JSON5 from 'json5';

/** A server of a pasted configuration of an MCP client, as it is saved. */
export interface PastedServer {
  name: string;
  transportType: 'http' | 'stdio';
  url?: string;
  command?: string;
  args?: string[];
  headers?: Record<string, string>;
  env?: Record<string, string>;
  /** Variables such as `${TOKEN}` that stand in a value: only the machine of the file knows them. */
  variables: string[];
}

/**
 * The servers of a pasted mcp.json: `mcpServers` of most clients, `servers` of VS Code, or `mcp.servers` of its settings.
 * Comments and commas before a bracket are accepted. @throws Error with a sentence for people.
 */
export function readMcpJson(text: string): PastedServer[] {
  const document = parsed(text);
  const found =
    document['mcpServers'] ?? document['servers'] ?? (document['mcp'] as JsonObject | undefined)?.['servers'];
  if (!isObject(found)) throw new Error('The text has no mcpServers and no servers.');
  const servers = Object.entries(found).map(([name, server]) => pasted(name, server));
  if (servers.length === 0) throw new Error('The text has no server.');
  return servers;
}

type JsonObject = Record<string, unknown>;
const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parsed(text: string): JsonObject {
  let value: unknown;
  try {
    value = JSON5.parse(text);
  } catch (error) {
    throw new Error(`The text is no JSON: ${(error as Error).message}.`, { cause: error });
  }
  if (!isObject(value)) throw new Error('The text holds no object.');
  return value;
}

function pasted(name: string, server: unknown): PastedServer {
  if (!isObject(server)) throw new Error(`The server "${name}" is no object.`);
  const variables = new Set<string>();
  const seen = (value: unknown): string => {
    const text = String(value);
    for (const [, inner] of text.matchAll(/\$\{([^{}]*)\}/g)) {
      const [, variable] = /^(?:env:|input:)?([\w-]+)/.exec(inner!) ?? [];
      if (variable !== undefined) variables.add(variable);
    }
    return text;
  };
  const texts = (field: unknown): Record<string, string> =>
    isObject(field) ? Object.fromEntries(Object.entries(field).map(([key, value]) => [key, seen(value)])) : {};
  const url = server['url'] ?? server['serverUrl'] ?? server['httpUrl'];
  if (typeof url === 'string') {
    const headers = texts(server['headers']);
    const made = { name, transportType: 'http' as const, url: seen(url) };
    return { ...made, ...(Object.keys(headers).length > 0 && { headers }), variables: [...variables] };
  }
  if (typeof server['command'] !== 'string') throw new Error(`The server "${name}" has neither url nor command.`);
  const env = texts(server['env']);
  const args = Array.isArray(server['args']) ? server['args'].map(seen) : [];
  const made = { name, transportType: 'stdio' as const, command: seen(server['command']), args };
  return { ...made, ...(Object.keys(env).length > 0 && { env }), variables: [...variables] };
}
