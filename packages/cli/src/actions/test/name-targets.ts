import { basename, isAbsolute, resolve } from 'node:path';
import { UsageError } from '../../command-failure.ts';
import type { CommandContext } from '../../command-context.ts';
import type { testInput } from '../../commands/test.ts';
import type { Given } from '../../declare/command.ts';
import { parseWebUrl } from '../../platform/platform-address.ts';
import { findMcpConfig, readMcpConfig, targetIn } from './mcp-config.ts';
import { readHeaders } from './read-headers.ts';
import type { ReadSuite } from './read-suites.ts';
import type { ServerTarget } from './server-target.ts';

/** The servers under test by the names that suites have for them. */
export type NamedTargets = ReadonlyMap<string, ServerTarget>;

/** The words of the command that name servers and suites. */
export interface NamedServers {
  /** The one server that `--server`, the command after `--`, or a file with servers names. */
  target: { name: string; server: ServerTarget } | undefined;
  /** The positional words that are suite files. */
  suitePaths: readonly string[];
}

/** Reads which server the words of the command name. Throws UsageError when they name several. */
export async function readNamedServer(
  { env, folder }: CommandContext,
  { arguments: { suite, server: command }, options }: Given<typeof testInput>,
): Promise<NamedServers> {
  const { server: url, mcpConfig, header } = options;
  const given = [url, mcpConfig, command.length > 0 ? command : undefined].filter((each) => each !== undefined);
  if (given.length > 1)
    throw new UsageError('the server is named twice: give --server, --mcp-config or a command after --');
  if (header.length > 0 && url === undefined) throw new UsageError('--header belongs to --server');
  if (url !== undefined) {
    const address = parseWebUrl('--server', url);
    const server = { kind: 'address', url: address.href, headers: await readHeaders(header, env) } as const;
    return { target: { name: address.hostname, server }, suitePaths: suite };
  }
  const [program, ...args] = command;
  if (program !== undefined) {
    const server = { kind: 'command', command: programIn(folder, program), args, env: {} } as const;
    return {
      target: { name: basename(command.findLast((word) => !word.startsWith('-')) ?? program), server },
      suitePaths: suite,
    };
  }
  if (mcpConfig === undefined) return { target: undefined, suitePaths: suite };
  const config = await readMcpConfig(resolve(folder, mcpConfig));
  const names = [...config.servers.keys()];
  const chosen = suite.filter((word) => config.servers.has(word));
  const suitePaths = suite.filter((word) => !config.servers.has(word));
  const name = chosen[0] ?? (names.length === 1 ? names[0] : undefined);
  if (chosen.length > 1 || (name === undefined && suitePaths.length === 0))
    throw new UsageError(`${mcpConfig} has ${names.length} servers: name one of ${names.join(', ')}`);
  return {
    target: name === undefined ? undefined : { name, server: targetIn(config, name, env) },
    suitePaths,
  };
}

/** The program of a command: a path is relative to the folder of the command line, a name is looked up on the search path. */
const programIn = (folder: string, program: string): string =>
  /[\\/]/.test(program) && !isAbsolute(program) ? resolve(folder, program) : program;

/**
 * The servers that the suites name: the named one where they name one server, else the servers of the file with that
 * name, of `--mcp-config` or beside the suite. Throws UsageError that says how to name a server that is missing.
 */
export async function targetsOf(
  { env, folder }: CommandContext,
  { target }: NamedServers,
  suites: readonly ReadSuite[],
  mcpConfig: string | undefined,
): Promise<NamedTargets> {
  const targets = new Map<string, ServerTarget>();
  for (const { path, file } of suites) {
    const [first, ...others] = file.servers;
    if (target && others.length === 0) {
      targets.set(first!, target.server);
      continue;
    }
    const config =
      mcpConfig === undefined ? await findMcpConfig(path, folder) : await readMcpConfig(resolve(folder, mcpConfig));
    for (const name of file.servers) {
      if (!config?.servers.has(name))
        throw new UsageError(`${path} names the server "${name}", and nothing says where it is.`, [
          `assay test ${path} --server <url>        or: assay test ${path} -- <command>`,
          'Several servers: --mcp-config <mcp.json>, or an mcp.json beside the suite',
        ]);
      targets.set(name, targetIn(config, name, env));
    }
  }
  return targets;
}
