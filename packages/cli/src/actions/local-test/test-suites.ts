import type { CommandContext } from '../../command-context.ts';
import { exitCodes, type ExitCode } from '../../exit-codes.ts';
import { printable } from '../../output/printable.ts';
import type { ChosenReport } from '../../reporters/choose-reporters.ts';
import { worstExit, type RunReport } from '../../reporters/run-report.ts';
import { writeReports } from '../../reporters/write-reports.ts';
import { keepLastTest, TRACES, type KeptTrial } from '../../last-test/last-test.ts';
import { readTrials } from '../../last-test/read-trials.ts';
import { readReport } from '../../runs/read-report.ts';
import { chooseCases, type ChosenCases } from './choose-cases.ts';
import type { LocalAssay } from './local-assay.ts';
import type { NamedTargets } from './name-targets.ts';
import type { ReadSuite } from './read-suites.ts';
import { saveServers } from './save-servers.ts';
import { runSuite } from './run-suite.ts';
import { reportNoRuns, type NoRun } from './report-no-runs.ts';
import type { TestOptions } from '../../commands/test.ts';

/** The most tokens that a suite may use where the caller does not say. */
const BUDGET = 500_000;

/** A suite file, and the servers that it names. */
export interface TestedSuite {
  suite: ReadSuite;
  targets: NamedTargets;
}

/** Runs the suites one after another, each in a project of its own, writes their reports, and returns the worst exit code. */
export async function testSuites(
  context: CommandContext,
  local: LocalAssay,
  suites: readonly TestedSuite[],
  options: TestOptions,
  reports: readonly ChosenReport[],
): Promise<ExitCode> {
  const [runs, noRuns]: [RunReport[], NoRun[]] = [[], []];
  const trials: KeptTrial[] = [];
  for (const [i, tested] of suites.entries()) {
    const own = i === 0 ? local : await inNewProject(local, `Suite ${i + 1}`);
    const end = await testSuite(context, own, tested, options);
    if ('run' in end) {
      runs.push(end);
      trials.push(...(await readTrials(own, end.run.id)));
    } else noRuns.push(end);
  }
  if (noRuns.length > 0) await reportNoRuns(context, noRuns, reports, { isAll: runs.length === 0 });
  if (runs.length === 0) return exitCodes.undecided;
  const isKept = await keepLastTest(context.env, trials, Date.now());
  const next = isKept ? [TRACES] : [];
  const told = runs.map((run) => (run.cases.length > 0 ? { ...run, next } : run));
  const code = await writeReports(context, told, { ...options, reports, exitZero: false });
  return noRuns.length > 0 ? worstExit([code, exitCodes.undecided]) : code;
}

/** Suites of one name, and servers of one name, do not meet in projects of their own. */
async function inNewProject(local: LocalAssay, name: string): Promise<LocalAssay> {
  const { id } = await local.assay.createProject({ name });
  return { ...local, projectId: async () => id };
}

/** The report of a suite, or why no trial of it ran. */
async function testSuite(
  context: CommandContext,
  local: LocalAssay,
  { suite, targets }: TestedSuite,
  options: TestOptions,
): Promise<RunReport | NoRun> {
  const { assay } = local;
  await saveServers(context, local, targets);
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
    return { suite: suite.path, why: `${why}.`, next: undefined };
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
    return { suite: suite.path, why: message, next: nextStep };
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
