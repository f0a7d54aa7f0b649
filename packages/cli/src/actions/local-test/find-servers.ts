import { access } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { CommandContext } from '../../command-context.ts';
import { UsageError } from '../../command-failure.ts';
import { readTextFile } from '../../files.ts';
import { readMcpConfig, type ConfiguredServer } from '../server/mcp-config.ts';
import type { ServerTarget } from './server-target.ts';

/** The servers of a configuration file of MCP clients, and its path. */
export interface ServerFile {
  path: string;
  servers: readonly ConfiguredServer[];
}

/** Reads the file that the caller names. Throws CommandFailure for one that has no servers. */
export const readServerFile = async ({ folder, env }: CommandContext, path: string): Promise<ServerFile> => ({
  path,
  servers: readMcpConfig(await readTextFile(resolve(folder, path)), path, env),
});

/** The file with servers beside a suite file, or in the folder of the command. */
export async function findServerFile(context: CommandContext, suitePath: string): Promise<ServerFile | undefined> {
  for (const place of [dirname(resolve(context.folder, suitePath)), context.folder]) {
    for (const name of ['.mcp.json', 'mcp.json']) {
      const path = join(place, name);
      if (await isThere(path)) return readServerFile(context, path);
    }
  }
  return undefined;
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** The server of this name; undefined when there is none. Throws UsageError when it needs a variable that is not set. */
export function serverIn({ path, servers }: ServerFile, name: string): ServerTarget | undefined {
  const found = servers.find((each) => each.name === name);
  if (!found) return undefined;
  const { name: _, variables, ...server } = found;
  if (variables.length > 0)
    throw new UsageError(`the server "${name}" of ${path} needs ${variables.join(', ')}, which is not set.`);
  return server;
}
