import { basename, isAbsolute, resolve } from 'node:path';
import { UsageError } from '../../command-failure.ts';
import type { CommandContext } from '../../command-context.ts';
import type { testInput } from '../../commands/test.ts';
import type { Given } from '../../declare/command.ts';
import { parseWebUrl } from '../../platform/platform-address.ts';
import { findServerFile, readServerFile, serverIn, type ServerFile } from './find-servers.ts';
import { readHeaders } from './read-headers.ts';
import type { ReadSuite } from './read-suites.ts';
import type { ServerTarget } from './server-target.ts';

/** The servers under test by the names that a suite has for them. */
export type NamedTargets = ReadonlyMap<string, ServerTarget>;

/** The words of the command that name servers and suites. */
export interface NamedServers {
  /** The one server that `--server`, the command after `--`, or a file with servers names. */
  target: { name: string; server: ServerTarget } | undefined;
  /** The file of `--mcp-config`. */
  file: ServerFile | undefined;
  /** The positional words that are suite files. */
  suitePaths: readonly string[];
}

/** Reads which server the words of the command name. Throws UsageError when they name several. */
export async function readNamedServer(
  context: CommandContext,
  { arguments: { suite, server: command }, options }: Given<typeof testInput>,
): Promise<NamedServers> {
  const { server: url, mcpConfig, header } = options;
  const given = [url, mcpConfig, command[0]].filter((each) => each !== undefined);
  if (given.length > 1)
    throw new UsageError('the server is named twice: give --server, --mcp-config or a command after --');
  if (header.length > 0 && url === undefined) throw new UsageError('--header belongs to --server');
  if (mcpConfig !== undefined) return inServerFile(await readServerFile(context, mcpConfig), suite);
  const target = url === undefined ? startedBy(context, command) : await reachedAt(context, url, header);
  return { target, file: undefined, suitePaths: suite };
}

async function reachedAt(
  context: CommandContext,
  url: string,
  typed: readonly string[],
): Promise<NamedServers['target']> {
  const address = parseWebUrl('--server', url);
  const headers = await readHeaders(context, typed);
  return { name: address.hostname, server: { transportType: 'http', url: address.href, headers } };
}

/** The server that a command starts: its name is its last word that is no option. */
function startedBy({ folder }: CommandContext, command: readonly string[]): NamedServers['target'] {
  const [program, ...args] = command;
  if (program === undefined) return undefined;
  // A path is relative to the folder of the command line; a name is looked up on the search path.
  const path = /[\\/]/.test(program) && !isAbsolute(program) ? resolve(folder, program) : program;
  const name = basename(command.findLast((word) => !word.startsWith('-')) ?? program);
  return { name, server: { transportType: 'stdio', command: path, args } };
}

/** The server of a file that a positional word names, or its only one. */
function inServerFile(file: ServerFile, words: readonly string[]): NamedServers {
  const names = file.servers.map(({ name }) => name);
  const chosen = words.filter((word) => names.includes(word));
  const suitePaths = words.filter((word) => !names.includes(word));
  const name = chosen[0] ?? (names.length === 1 ? names[0] : undefined);
  if (chosen.length > 1 || (name === undefined && suitePaths.length === 0))
    throw new UsageError(`${file.path} has ${names.length} servers: name one of ${names.join(', ')}`);
  const server = name === undefined ? undefined : serverIn(file, name);
  return { target: server && { name: name!, server }, file, suitePaths };
}

/**
 * The servers that a suite names: the named one where it names one server, else the servers of that name in the file of
 * `--mcp-config` or beside the suite. Throws UsageError that says how to name a server that is missing.
 */
export async function targetsOf(
  context: CommandContext,
  { target, file: given }: NamedServers,
  { path, file }: ReadSuite,
): Promise<NamedTargets> {
  const [only, ...others] = file.servers;
  if (target && others.length === 0) return new Map([[only!, target.server]]);
  const servers = given ?? (await findServerFile(context, path));
  return new Map(
    file.servers.map((name): [string, ServerTarget] => {
      const server = servers && serverIn(servers, name);
      if (server) return [name, server];
      throw new UsageError(`${path} names the server "${name}", and nothing says where it is.`, [
        `assay test ${path} --server <url>        or: assay test ${path} -- <command>`,
        'Several servers: --mcp-config <mcp.json>, or an mcp.json beside the suite',
      ]);
    }),
  );
}
