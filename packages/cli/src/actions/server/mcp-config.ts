import JSON5 from 'json5';
import { CommandFailure } from '../../command-failure.ts';
import type { CommandEnv } from '../../command-host.ts';
import { exitCodes } from '../../exit-codes.ts';

/** A server of a configuration file of an MCP client, as the platform saves it. */
export interface ConfiguredServer {
  name: string;
  transportType: 'http' | 'stdio';
  url?: string;
  command?: string;
  args?: string[];
  headers?: Record<string, string>;
  env?: Record<string, string>;
  /** Variables that the file names and the environment does not have. */
  variables: string[];
}

/**
 * The servers of a configuration file: the object `mcpServers` of most clients, `servers` of VS Code, or `mcp.servers` of
 * its settings. `${VAR}` and `${env:VAR}` are replaced from the environment, `${VAR:-default}` too. Comments and commas
 * at the end are accepted, as the clients write them. Throws CommandFailure for a file of another form.
 */
export function readMcpConfig(text: string, file: string, env: CommandEnv): ConfiguredServer[] {
  const document = parsed(text, file);
  const found =
    document.mcpServers ?? document.servers ?? (document.mcp as Record<string, unknown> | undefined)?.servers;
  if (!isObject(found))
    throw new CommandFailure(exitCodes.failed, `${file} has no mcpServers and no servers.`, [
      '{"mcpServers": {"name": {"url": "https://…/mcp"}}}',
    ]);
  return Object.entries(found).map(([name, server]) => configured(name, server, file, env));
}

function parsed(text: string, file: string): Record<string, unknown> {
  const value = parsedJson(text.replace(/^\uFEFF/, ''), file);
  if (isObject(value)) return value;
  throw new CommandFailure(exitCodes.failed, `${file} holds no object.`);
}

/** Editors write such files with comments, and with a comma before a bracket. */
function parsedJson(text: string, file: string): unknown {
  try {
    return JSON5.parse<unknown>(text);
  } catch (error) {
    const { lineNumber, message } = error as Error & { lineNumber?: number };
    const at = lineNumber === undefined ? '' : `:${lineNumber}`;
    throw new CommandFailure(exitCodes.failed, `${file}${at} is no JSON (${message.replace(/^JSON5: /, '')}).`);
  }
}

function configured(name: string, server: unknown, file: string, env: CommandEnv): ConfiguredServer {
  const told = (what: string) => new CommandFailure(exitCodes.failed, `${file}: the server "${name}" ${what}.`);
  if (!isObject(server)) throw told('is no object');
  const variables = new Set<string>();
  const fill = (text: unknown): string => filled(String(text), env, variables);
  const texts = (field: unknown): Record<string, string> =>
    isObject(field) ? Object.fromEntries(Object.entries(field).map(([key, value]) => [key, fill(value)])) : {};
  const url = server.url ?? server.serverUrl ?? server.httpUrl;
  if (typeof url === 'string') {
    const headers = texts(server.headers);
    const made = {
      name,
      transportType: 'http' as const,
      url: fill(url),
      ...(Object.keys(headers).length > 0 && { headers }),
    };
    return { ...made, variables: [...variables] };
  }
  if (typeof server.command !== 'string') throw told('has neither url nor command');
  const variablesOf = texts(server.env);
  const args = Array.isArray(server.args) ? server.args.map(fill) : [];
  const made = {
    name,
    transportType: 'stdio' as const,
    command: fill(server.command),
    args,
    ...(Object.keys(variablesOf).length > 0 && { env: variablesOf }),
  };
  return { ...made, variables: [...variables] };
}

const filled = (text: string, env: CommandEnv, missing: Set<string>): string =>
  text.replaceAll(/\$\{(?:env:)?(\w+)(?::-([^{}]*))?\}/g, (_, name: string, fallback?: string) => {
    const value = env[name] ?? fallback;
    if (value === undefined) missing.add(name);
    return value ?? '';
  });

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
