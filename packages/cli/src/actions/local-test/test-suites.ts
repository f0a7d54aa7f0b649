import type { CommandContext } from '../../command-context.ts';
import { exitCodes, type ExitCode } from '../../exit-codes.ts';
import { printable } from '../../output/printable.ts';
import type { ChosenReport } from '../../reporters/choose-reporters.ts';
import { worstExit, type RunReport } from '../../reporters/run-report.ts';
import { writeReports } from '../../reporters/write-reports.ts';
import { readReport } from '../../runs/read-report.ts';
import { chooseCases, type ChosenCases } from './choose-cases.ts';
import type { LocalAssay } from './local-assay.ts';
import type { ReadSuite } from './read-suites.ts';
import { runSuite } from './run-suite.ts';
import { tellNoRun } from './tell-no-run.ts';
import type { TestOptions } from '../../commands/test.ts';

/** The most tokens that a suite may use where the caller does not say. */
const BUDGET = 500_000;

/** Runs the suites one after another, writes their reports, and returns the worst exit code. */
export async function testSuites(
  context: CommandContext,
  local: LocalAssay,
  suites: readonly ReadSuite[],
  options: TestOptions,
  reports: readonly ChosenReport[],
): Promise<ExitCode> {
  const runs: RunReport[] = [];
  for (const suite of suites) {
    const report = await testSuite(context, local, suite, options);
    if (report) runs.push(report);
  }
  if (runs.length === 0) return exitCodes.undecided;
  const code = await writeReports(context, runs, { ...options, reports, exitZero: false });
  return runs.length < suites.length ? worstExit([code, exitCodes.undecided]) : code;
}

/** The report of a suite; undefined, and told, where no trial ran. */
async function testSuite(
  context: CommandContext,
  local: LocalAssay,
  suite: ReadSuite,
  options: TestOptions,
): Promise<RunReport | undefined> {
  const { assay } = local;
  const projectId = await local.projectId();
  const { suiteId } = await assay.importEvalSuiteFile(
    { projectId },
    { content: suite.content, fileName: suite.path, servers: suite.file.servers },
  );
  const disclosure = await assay.getEvalRunDisclosure({ projectId, suiteId: suiteId! });
  const filter = { cases: options.case, tags: options.tag, model: options.model };
  const chosen = chooseCases(disclosure, suite, filter, local.lacking);
  tellLeftOut(context, chosen, options.model, local.lacking);
  if (chosen.caseIds.length === 0) {
    const why = chosen.withoutModel.length > 0 ? 'every chosen case needs a model' : 'no case was chosen';
    tellNoRun(context, options, `${suite.path}: ${why}.`);
    return undefined;
  }
  const usesModels = chosen.models.length > 0;
  const tokens = options.budget ?? BUDGET;
  if (usesModels && !context.isQuiet)
    context.terminal.err(
      `${chosen.models.join(', ')} may use at most ${tokens.toLocaleString('en')} tokens (--budget)\n`,
    );
  const isWhole = chosen.caseIds.length === disclosure.cases.length;
  const run = await runSuite(context, local, {
    suiteId: suiteId!,
    ...(!isWhole && { caseIds: chosen.caseIds }),
    ...(options.model !== undefined && { model: options.model }),
    ...(options.trials !== undefined && { iterationOverride: options.trials }),
    ...(usesModels && { budget: { tokens } }),
  });
  if ('server' in run) {
    const { message, nextStep } = run.server;
    tellNoRun(context, options, message, nextStep);
    return undefined;
  }
  return {
    ...(await readReport(local, run, { all: options.all, file: suite })),
    address: undefined,
    next: [],
  };
}

/** Names the cases that need a model, and the variables that would set it up, on standard error. */
function tellLeftOut(
  { terminal, isQuiet }: CommandContext,
  { withoutModel }: ChosenCases,
  model: string | undefined,
  lacking: ReadonlyMap<string, string>,
): void {
  if (isQuiet || withoutModel.length === 0) return;
  const models = new Set(withoutModel.flatMap((each) => (model === undefined ? each.models : [model])));
  const reasons = [...models].flatMap((name) => {
    if (name === '') return ['no model is named: --model <provider/name>'];
    const settings = lacking.get(name);
    return settings === undefined ? [] : [`${name} needs ${settings}`];
  });
  const titles = withoutModel.map(({ title }) => title).join(', ');
  terminal.err(`${printable(`Left out for want of a model: ${titles} (${reasons.join('; ')})`, terminal)}\n`);
}
