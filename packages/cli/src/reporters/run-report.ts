import type { EvalGateReport, EvalRun, EvalRunCase } from '@assay/sdk';
import { exitCodes, type ExitCode } from '../exit-codes.ts';

/** The gate's decision about a run. */
export interface ReportedGate {
  /** The name by which the caller gave the policy; undefined for the gate of the suite. */
  name: string | undefined;
  report: EvalGateReport;
}

/** The suite file of a run, as the caller typed its path. */
export interface ReportedFile {
  path: string;
  /** The line of a case, from 1; undefined for a case that the file does not have. */
  lineOf(of: Pick<EvalRunCase, 'caseId' | 'title'>): number | undefined;
}

/** One run of one suite, as every reporter tells it. All sentences in it are the API's. */
export interface RunReport {
  run: EvalRun;
  gate: ReportedGate | undefined;
  /** The cases that did not pass, in the order of the suite: all of them, or the first of very many. */
  cases: readonly EvalRunCase[];
  /** The cases that passed, where the caller wants to see all of them. */
  passedCases: readonly EvalRunCase[];
  /** The changes since the baseline that the launch names, or that there is no such run; undefined where it names none. */
  since: string | undefined;
  /** How many cases of the run have each outcome. */
  counts: Readonly<Record<EvalRunCase['outcome'], number>>;
  /** The page of the run; undefined where no platform keeps it. */
  address: string | undefined;
  file: ReportedFile | undefined;
  /** The run as JUnit XML or Markdown, which the API makes. */
  exported(format: 'junit' | 'markdown'): Promise<string>;
  /** Commands that show the rest, each with what it is for. */
  next: readonly { label: string; command: string }[];
}

/** The decision of a run and its gate together. */
export interface Decision {
  verdict: EvalRun['verdict'];
  /** One sentence or two: of the part that decides, then of the other one. */
  sentence: string;
  because: string;
  exitCode: ExitCode;
}

type Decided = Pick<RunReport, 'gate'> & { run: Pick<EvalRun, 'verdict' | 'sentence' | 'because' | 'gateWaiver'> };

/**
 * The decision about a run: its verdict, unless its gate failed or could not be decided. A waiver in force lets a failed
 * run pass, and its gate too.
 */
export function decisionOf({ run, gate }: Decided): Decision {
  const report = gate?.report;
  const verdict = gatedVerdict(run.verdict, report?.outcome);
  const isOfGate = verdict !== run.verdict;
  const sentences = [run.sentence, ...(report ? [namedGate(report.sentence, gate?.name)] : [])];
  const reasons = [run.because, ...(report ? [report.because] : [])].filter((text) => text !== '');
  const isWaived = report?.waived === true || run.gateWaiver?.active === true;
  return {
    verdict,
    sentence: (isOfGate ? sentences.toReversed() : sentences).join(' '),
    because: (isOfGate ? reasons.toReversed() : reasons).join(' '),
    exitCode: isWaived && verdict === 'failed' ? exitCodes.passed : exitOf(verdict, report?.outcome),
  };
}

function gatedVerdict(verdict: EvalRun['verdict'], outcome: EvalGateReport['outcome'] | undefined): EvalRun['verdict'] {
  if (verdict === 'failed' || outcome === 'failed') return 'failed';
  return verdict === 'passed' && outcome !== undefined && outcome !== 'passed' ? 'notEstablished' : verdict;
}

function exitOf(verdict: EvalRun['verdict'], outcome: EvalGateReport['outcome'] | undefined): ExitCode {
  if (outcome === 'usage_error') return exitCodes.misused;
  if (verdict === 'passed') return exitCodes.passed;
  return verdict === 'failed' ? exitCodes.failed : exitCodes.undecided;
}

/** The sentence of a gate with the name of its policy. */
const namedGate = (sentence: string, name: string | undefined): string =>
  name === undefined ? sentence : sentence.replace(/^The gate /, () => `Gate ${name} `);

/** Exit codes from the gravest to the mildest. */
const GRAVITY: readonly ExitCode[] = [
  exitCodes.interrupted,
  exitCodes.refused,
  exitCodes.unreachable,
  exitCodes.misused,
  exitCodes.failed,
  exitCodes.undecided,
  exitCodes.passed,
];

/** The exit code of several runs: the gravest one, and 3 for no run at all. */
export const worstExit = (codes: readonly ExitCode[]): ExitCode =>
  GRAVITY.find((code) => codes.includes(code)) ?? exitCodes.undecided;
