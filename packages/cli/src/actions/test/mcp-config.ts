import { access } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isObject } from '@assay/contract/json';
import { UsageError } from '../../command-failure.ts';
import type { CommandEnv } from '../../command-host.ts';
import { readTextFile } from '../../files.ts';
import type { ServerTarget } from './server-target.ts';

/** The servers of a file, by name, and the file's path. */
export interface McpConfig {
  path: string;
  servers: ReadonlyMap<string, unknown>;
}

/** Reads a file of MCP clients with `mcpServers`, or `servers` as some editors call them. Throws UsageError. */
export async function readMcpConfig(path: string): Promise<McpConfig> {
  const text = await readTextFile(path);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UsageError(`${path} is not JSON`);
  }
  const servers = isObject(value) ? (value.mcpServers ?? value.servers) : undefined;
  if (!isObject(servers)) throw new UsageError(`${path} has no mcpServers`);
  return { path, servers: new Map(Object.entries(servers)) };
}

/** The file with servers beside a suite file, or in the folder of the command. */
export async function findMcpConfig(suitePath: string, folder: string): Promise<McpConfig | undefined> {
  for (const place of [dirname(join(folder, suitePath)), folder]) {
    for (const name of ['.mcp.json', 'mcp.json']) {
      const path = join(place, name);
      if (await isThere(path)) return readMcpConfig(path);
    }
  }
  return undefined;
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** The server of this name. Throws UsageError for an entry that is no server, and for a variable that is not set. */
export function targetIn({ path, servers }: McpConfig, name: string, env: CommandEnv): ServerTarget {
  const entry = servers.get(name);
  const names = [...servers.keys()].join(', ');
  if (entry === undefined) throw new UsageError(`${path} has no server "${name}"; it has ${names || 'none'}`);
  const text = (value: unknown) => expanded(String(value), { path, name, env });
  const texts = (value: unknown) =>
    Object.fromEntries(Object.entries(isObject(value) ? value : {}).map(([key, each]) => [key, text(each)]));
  if (isObject(entry) && typeof entry.url === 'string')
    return { kind: 'address', url: text(entry.url), headers: texts(entry.headers) };
  if (!isObject(entry) || typeof entry.command !== 'string')
    throw new UsageError(`the server "${name}" of ${path} has neither a url nor a command`);
  const args = Array.isArray(entry.args) ? entry.args.map(text) : [];
  return { kind: 'command', command: text(entry.command), args, env: texts(entry.env) };
}

/** The text with its variables: `${VAR}`, `${env:VAR}` and `${VAR:-default}`. */
const expanded = (text: string, { path, name, env }: { path: string; name: string; env: CommandEnv }): string =>
  text.replaceAll(/\$\{(?:env:)?([A-Za-z_]\w*)(?::-([^}]*))?\}/g, (_, variable: string, fallback?: string) => {
    const value = env[variable] || fallback;
    if (value === undefined)
      throw new UsageError(`the server "${name}" of ${path} needs the variable ${variable}, which is not set`);
    return value;
  });
