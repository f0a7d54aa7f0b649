import type { SuiteFile } from '@assay/contract/areas/suite-files/documents';
import type { CommandContext } from '../../command-context.ts';
import { UsageError } from '../../command-failure.ts';
import type { testInput } from '../../commands/test.ts';
import type { Action, Given } from '../../declare/command.ts';
import { exitCodes } from '../../exit-codes.ts';
import { chooseReports } from '../../reporters/choose-reporters.ts';
import { VERSION } from '../../version.ts';
import { onLocalAssay } from './local-assay.ts';
import { readNamedServer, targetsOf } from './name-targets.ts';
import { readSuites, type ReadSuite } from './read-suites.ts';
import { testDraft } from './test-draft.ts';
import { testSuites, type TestedSuite } from './test-suites.ts';

/** Runs suites, or a suite that is drafted from a server, on a temporary Assay in this process. */
export const testHere: Action<typeof testInput> = async (context, given) => {
  const { options } = given;
  const reports = await chooseReports(options, context.folder);
  const named = await readNamedServer(context, given);
  const suites = await readSuites(context.folder, named.suitePaths, {
    servers: named.target && [named.target.name],
    model: options.model,
  });
  if (suites.length === 0 && !named.target)
    throw new UsageError('there is nothing to test: give a suite file, --server <url>, or a command after --', [
      'assay test -- npx -y @modelcontextprotocol/server-everything',
    ]);
  const tested: TestedSuite[] = [];
  for (const suite of suites) tested.push({ suite, targets: await targetsOf(context, named, suite) });
  const servers = [...tested.flatMap(({ targets }) => [...targets.values()]), named.target?.server];
  const needs = {
    models: modelsOf(suites, options.model),
    startsCommands: servers.some((server) => server?.transportType === 'stdio'),
    keep: options.keep,
  };
  tellStart(context, options.keep);
  const code = await onLocalAssay(context, needs, async (local) =>
    tested.length === 0
      ? testDraft(context, local, {
          target: named.target!,
          options,
          reports,
          again: (...more) => commandOf(given, more),
        })
      : testSuites(context, local, tested, options, reports),
  );
  return options.exitZero && code !== exitCodes.interrupted ? exitCodes.passed : code;
};

function tellStart({ terminal, isQuiet }: CommandContext, keep: boolean): void {
  if (isQuiet) return;
  terminal.err(
    `Assay ${VERSION}, local and temporary: ${keep ? 'the data is kept' : 'nothing is kept (--keep keeps it)'}\n`,
  );
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
