import type { SuiteFile } from '@assay/contract/areas/suite-files/documents';
import type { CommandContext } from '../../command-context.ts';
import { UsageError } from '../../command-failure.ts';
import type { testInput } from '../../commands/test.ts';
import type { Action, Given } from '../../declare/command.ts';
import { exitCodes } from '../../exit-codes.ts';
import { chooseReports } from '../../reporters/choose-reporters.ts';
import { VERSION } from '../../version.ts';
import { onLocalAssay, type LocalAssay } from './local-assay.ts';
import { readNamedServer, targetsOf, type NamedServers, type NamedTargets } from './name-targets.ts';
import { readSuites, type ReadSuite } from './read-suites.ts';
import { serverRequest } from './server-target.ts';
import { testDraft } from './test-draft.ts';
import { testSuites } from './test-suites.ts';

/** Runs suites, or a suite that is drafted from a server, on a temporary Assay in this process. */
export const testHere: Action<typeof testInput> = async (context, given) => {
  const { options } = given;
  const reports = await chooseReports(options, context.folder);
  const named = await readNamedServer(context, given);
  const suites = await readSuites(context.folder, named.suitePaths, {
    servers: named.target && [named.target.name],
    model: options.model,
  });
  const targets = await chosenTargets(context, named, suites);
  const needs = {
    models: modelsOf(suites, options.model),
    startsCommands: [...targets.values()].some(({ transportType }) => transportType === 'stdio'),
    keep: options.keep,
  };
  tellStart(context, options.keep);
  const code = await onLocalAssay(context, needs, async (local) => {
    const serverIds = await saveServers(context, local, targets);
    return suites.length === 0
      ? testDraft(context, local, {
          serverId: serverIds[0]!,
          options,
          reports,
          again: (...more) => commandOf(given, more),
        })
      : testSuites(context, local, suites, options, reports);
  });
  return options.exitZero && code !== exitCodes.interrupted ? exitCodes.passed : code;
};

async function chosenTargets(
  context: CommandContext,
  named: NamedServers,
  suites: readonly ReadSuite[],
): Promise<NamedTargets> {
  if (suites.length > 0) return targetsOf(context, named, suites);
  if (named.target) return new Map([[named.target.name, named.target.server]]);
  throw new UsageError('there is nothing to test: give a suite file, --server <url>, or a command after --', [
    'assay test -- npx -y @modelcontextprotocol/server-everything',
  ]);
}

function tellStart({ terminal, isQuiet }: CommandContext, keep: boolean): void {
  if (isQuiet) return;
  terminal.err(
    `Assay ${VERSION}, local and temporary: ${keep ? 'the data is kept' : 'nothing is kept (--keep keeps it)'}\n`,
  );
}

/** Saves the servers in the order of their names' first mention; returns their ids. */
async function saveServers(
  { env }: CommandContext,
  { assay, projectId: idOf }: LocalAssay,
  targets: NamedTargets,
): Promise<string[]> {
  const projectId = await idOf();
  const saved = await Promise.all(
    [...targets].map(([name, target]) => assay.createProjectServer({ projectId }, serverRequest(name, target, env))),
  );
  return saved.map(({ id }) => id);
}

/** Every model that the suites name, as `provider/name`. */
function modelsOf(suites: readonly ReadSuite[], model: string | undefined): string[] {
  const named = suites.flatMap(({ file }) => namedModels(file));
  return [...new Set([...(model === undefined ? [] : [model]), ...named])].filter((each) => each.includes('/'));
}

const namedModels = ({ model, settings, cases }: SuiteFile): string[] => [
  ...(model === undefined ? [] : [model]),
  ...(settings?.judge?.model === undefined ? [] : [settings.judge.model]),
  ...cases.flatMap(({ models = [] }) =>
    models.map((each) => (each.provider === undefined ? each.model : `${each.provider}/${each.model}`)),
  ),
];

/** The command that tests the same server again, with further words before the command after `--`. */
function commandOf(
  { arguments: { server, suite }, options }: Given<typeof testInput>,
  more: readonly string[],
): string {
  const address = options.server === undefined ? [] : ['--server', options.server];
  const config = options.mcpConfig === undefined ? [] : ['--mcp-config', options.mcpConfig, ...suite];
  const headers = options.header.flatMap((header) => ['--header', header]);
  const command = server.length === 0 ? [] : ['--', ...server];
  return ['assay', 'test', ...address, ...headers, ...config, ...more, ...command].map(quoted).join(' ');
}

/** A word as a shell reads it. */
const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);
