import type { CommandContext } from '../../command-context.ts';
import { exitCodes, type ExitCode } from '../../exit-codes.ts';
import { markOf } from '../../output/marks.ts';
import { printable } from '../../output/printable.ts';
import { worstExit, decisionOf, type RunReport } from '../../reporters/run-report.ts';
import { chooseCases, type ChosenCases } from './choose-cases.ts';
import type { LocalAssay } from './local-assay.ts';
import type { ReadSuite } from './read-suites.ts';
import { readReport, runSuite } from './run-suite.ts';
import type { TestOptions } from './test-here.ts';
import { writeReports } from './write-reports.ts';

/** The most tokens that a suite may use where the caller does not say. */
const BUDGET = 500_000;

/** Runs the suites one after another, writes their reports, and returns the worst exit code. */
export async function testSuites(
  context: CommandContext,
  local: LocalAssay,
  suites: readonly ReadSuite[],
  options: TestOptions,
): Promise<ExitCode> {
  const reports: RunReport[] = [];
  const others: ExitCode[] = [];
  for (const suite of suites) {
    const report = await testSuite(context, local, suite, options);
    if (report) reports.push(report);
    else others.push(exitCodes.undecided);
  }
  await writeReports(context, local, reports, options);
  return worstExit([...reports.map((report) => decisionOf(report).exitCode), ...others]);
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
  const chosen = chooseCases(disclosure, suite, filter, local.models);
  tellLeftOut(context, chosen);
  if (chosen.caseIds.length === 0) {
    const why = chosen.withoutModel.length > 0 ? 'every chosen case needs a model' : 'no case was chosen';
    tellNoRun(context, `${suite.path}: ${why}.`);
    return undefined;
  }
  const isWhole = chosen.caseIds.length === disclosure.cases.length;
  const models = disclosure.models.filter(({ model }) => !model.startsWith('scripted/') && !chosen.faults.has(model));
  const run = await runSuite(context, local, {
    suiteId: suiteId!,
    ...(!isWhole && { caseIds: chosen.caseIds }),
    ...(options.model !== undefined && { model: options.model }),
    ...(options.trials !== undefined && { iterationOverride: options.trials }),
    ...((models.length > 0 || options.model !== undefined) && { budget: { tokens: options.budget ?? BUDGET } }),
  });
  if ('server' in run) {
    const { message, nextStep } = run.server;
    tellNoRun(context, message, nextStep);
    return undefined;
  }
  return {
    ...(await readReport(local, run, { all: options.all, file: suite })),
    next: [],
  };
}

/** Names the cases that need a model, on standard error. */
function tellLeftOut({ terminal, isQuiet }: CommandContext, { withoutModel, faults }: ChosenCases): void {
  if (isQuiet || withoutModel.length === 0) return;
  const reasons = [...faults].map(([model, fault]) => `  ${printable(`${model || 'A case'} ${fault}`, terminal)}\n`);
  terminal.err(
    `Left out, because they need a model: ${withoutModel.map(({ title }) => printable(title, terminal)).join(', ')}\n${reasons.join('')}`,
  );
}

function tellNoRun({ terminal }: CommandContext, why: string, next?: string): void {
  terminal.out(
    `${markOf('open', terminal)} Not established. No trial ran: ${printable(why, terminal)}\n${next === undefined ? '' : `  ${printable(next, terminal)}\n`}`,
  );
}
