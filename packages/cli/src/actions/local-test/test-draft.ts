import { resolve } from 'node:path';
import type { EvalRunCase } from '@assay/sdk';
import type { CommandContext } from '../../command-context.ts';
import { exitCodes, type ExitCode } from '../../exit-codes.ts';
import { writeTextFile } from '../../files.ts';
import { countOf } from '../../output/count-of.ts';
import { markOf } from '../../output/marks.ts';
import { padColumns, printable } from '../../output/printable.ts';
import { shortenMiddle } from '../../output/visible-text.ts';
import { printCases } from '../../reporters/print-case.ts';
import { verdictLines } from '../../reporters/report-text.ts';
import type { ChosenReport } from '../../reporters/choose-reporters.ts';
import { writeReports } from '../../reporters/write-reports.ts';
import { describeServer } from './describe-server.ts';
import { draftSuite, type DraftedSuite } from './draft-suite.ts';
import type { LocalAssay } from './local-assay.ts';
import { keepLastTest, TRACES } from '../../last-test/last-test.ts';
import { readTrials } from '../../last-test/read-trials.ts';
import { readReport } from '../../runs/read-report.ts';
import type { NamedServers } from './name-targets.ts';
import { saveServers } from './save-servers.ts';
import { runSuite } from './run-suite.ts';
import { reportNoRuns } from './report-no-runs.ts';
import type { TestOptions } from '../../commands/test.ts';

/** Trials of each drafted case where the caller does not say. */
const TRIALS = 3;

/** The server of a drafted suite, and the words that name it in a command. */
interface DraftTarget {
  target: NonNullable<NamedServers['target']>;
  options: TestOptions;
  reports: readonly ChosenReport[];
  /** The command that tests the server again with these words. */
  again: (...words: string[]) => string;
}

/** Diagnoses a server, drafts a suite from its tools, and runs it. */
export async function testDraft(
  context: CommandContext,
  local: LocalAssay,
  { target, options, reports, again }: DraftTarget,
): Promise<ExitCode> {
  const { terminal } = context;
  const projectId = await local.projectId();
  const [serverId] = (await saveServers(context, local, new Map([[target.name, target.server]]))) as [string];
  const undecided = async (why: string, next?: string): Promise<ExitCode> => {
    await reportNoRuns(context, [{ suite: target.name, why, next }], reports, { isAll: true });
    return exitCodes.undecided;
  };
  const met = await describeServer(context, local, serverId);
  if (!met) return undecided('it cannot be used.');
  // A suite file names the server by the name that the server gives itself.
  await local.assay.updateProjectServer({ projectId, serverId }, { name: met.name });
  const drafted = await draftSuite(local, { serverId, ...met });
  if (drafted.cases.length === 0) return undecided('no case could be drafted from its tools.');
  tellDraft(context, drafted);
  if (options.save !== undefined) await save(context, local, drafted.suiteId, options.save);
  const run = await runSuite(context, local, {
    suiteId: drafted.suiteId,
    iterationOverride: options.trials ?? TRIALS,
  });
  if ('server' in run) return undecided(run.server.message, run.server.nextStep);
  const report = { ...(await readReport(local, run, { all: true })), address: undefined, next: [] };
  const isKept = await keepLastTest(context.env, await readTrials(local, run.id), Date.now());
  const failed = report.cases.filter(({ outcome }) => outcome === 'failed');
  const isGuess = failed.length > 0 && failed.every(({ testCaseId }) => drafted.guessed.has(testCaseId));
  const files = reports.filter(({ format, file }) => file !== undefined || format !== 'text');
  const exitCode = await writeReports(context, [report], { ...options, reports: files, exitZero: false });
  const printsText = reports.some(({ format, file }) => file === undefined && format === 'text');
  if (!printsText) return isGuess ? exitCodes.undecided : exitCode;
  terminal.out(`\n${draftedCases(context, report.cases, report.passedCases, drafted)}\n`);
  const isSaved = options.save !== undefined;
  const next = {
    label: isSaved ? 'Correct the suite, and run it' : 'Write it down and correct it',
    command: isSaved ? again(options.save) : again('--save', 'suite.yaml'),
  };
  if (!isGuess) {
    terminal.out(verdictLines({ ...report, next: isKept && failed.length > 0 ? [next, TRACES] : [next] }, terminal));
    return exitCode;
  }
  const guess = failed.length === 1 ? 'its argument was a guess' : 'their arguments were guesses';
  terminal.out(
    `${markOf('open', terminal)} Nothing here is a verdict on the server: ${failed.length} of ${countOf(drafted.cases.length, 'case')} failed, and ${guess}.\n` +
      `  ${next.label}:  ${next.command}\n`,
  );
  return exitCodes.undecided;
}

function tellDraft({ terminal, isQuiet }: CommandContext, { cases, guessed }: DraftedSuite): void {
  if (isQuiet) return;
  const drafted = `${countOf(cases.length, 'case')} ${cases.length === 1 ? 'was' : 'were'} drafted`;
  const guesses =
    guessed.size === 0 ? '' : ` ${guessed.size} use${guessed.size === 1 ? 's' : ''} a guessed argument (marked ?)`;
  terminal.err(`No suite was given: ${drafted} from the tools.${guesses}\n`);
}

async function save({ folder }: CommandContext, { assay, projectId }: LocalAssay, suiteId: string, path: string) {
  const { content } = await assay.exportEvalSuiteFile(
    { projectId: await projectId(), suiteId },
    { format: path.endsWith('.json') ? 'json' : 'yaml' },
  );
  await writeTextFile(resolve(folder, path), content);
}

/** A title as the name of its tool: drafted cases are called after it. */
const shortTitle = (title: string): string => title.replace(/^Calls /, '');

/** The columns of cases that passed, their width, and how many are shown. */
const [COLUMNS, WIDTH, SHOWN] = [3, 26, 12];

/** The failed cases with their evidence, then the others in columns; a case whose argument is a guess has a `?`. */
function draftedCases(
  { terminal }: CommandContext,
  failed: readonly EvalRunCase[],
  passed: readonly EvalRunCase[],
  { guessed }: DraftedSuite,
): string {
  const named = failed.map((each) => ({
    ...each,
    model: null,
    title: `${shortTitle(each.title)}${guessed.has(each.testCaseId) ? ' ?' : ''}`,
  }));
  const cells = passed.slice(0, SHOWN).map(({ title, passed: count, eligible }) => {
    const name = shortenMiddle(printable(shortTitle(title), terminal), WIDTH - 6);
    return `${markOf('passed', terminal)} ${padColumns(`${count}/${eligible}  ${name}`, WIDTH)}`;
  });
  const rest = passed.length - cells.length;
  const lines = Array.from({ length: Math.ceil(cells.length / COLUMNS) }, (_, i) =>
    cells.slice(i * COLUMNS, (i + 1) * COLUMNS).join(' '),
  );
  if (rest > 0) lines.push(`+ ${rest} more`);
  return `${printCases(named, terminal, undefined)}${lines.map((line) => `  ${line.trimEnd()}\n`).join('')}`;
}
