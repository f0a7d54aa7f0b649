import { Problem, type EvalGateReport, type EvalRun, type EvalRunCase, type GetEvalRunMarkdown } from '@assay/sdk';
import type { ProjectPlatform } from '../platform/open-platform.ts';
import { pageOfRun } from '../platform/pages.ts';
import type { ReportedFile, RunReport } from '../reporters/run-report.ts';

/** At most this many cases of an outcome are read for a report, and the cases of one page. */
const [MOST_CASES, PAGE] = [1_000, 200];

interface ReportRequest {
  gateName?: string | undefined;
  /** Read the cases that passed, too. */
  all: boolean;
  file?: ReportedFile | undefined;
}

/** Reads everything that reporters tell about a run that is over. */
export async function readReport(
  platform: ProjectPlatform,
  run: EvalRun,
  { gateName, all, file }: ReportRequest,
): Promise<RunReport> {
  const { assay, projectId } = platform;
  const target = { projectId: await projectId(), runId: run.id };
  const casesOf = async (outcome: EvalRunCase['outcome']): Promise<EvalRunCase[]> => {
    const cases: EvalRunCase[] = [];
    for await (const each of assay.listEvalRunCases.all(target, { outcome, limit: PAGE }))
      if (cases.push(each) >= MOST_CASES) break;
    return cases;
  };
  const [{ counts }, gate, since, failed, undecided, passedCases] = await Promise.all([
    assay.listEvalRunCases(target, { limit: 1 }),
    readGate(platform, run.id),
    readSince(platform, run),
    casesOf('failed'),
    casesOf('undecided'),
    all ? casesOf('passed') : [],
  ]);
  const { passed = 0, failed: failedCount = 0, undecided: undecidedCount = 0, open = 0 } = counts?.outcome ?? {};
  return {
    run,
    gate: gate && { name: gateName, report: gate },
    since,
    cases: [...failed, ...undecided],
    passedCases,
    counts: { passed, failed: failedCount, undecided: undecidedCount, open },
    address: await addressOf(platform, run.id),
    file,
    exported: (format) =>
      format === 'junit' ? assay.exportEvalRunJunit(target) : exportMarkdown(platform, target, baselineOf(run, gate)),
    next: nextCommands(run, failed, gate),
  };
}

/** The baseline that the launch of a run named, else the one of its gate. */
function baselineOf({ baseline }: EvalRun, gate: EvalGateReport | undefined): GetEvalRunMarkdown {
  if (baseline?.branch !== undefined) return { baseBranch: baseline.branch };
  const baseRunId = baseline?.runId ?? gate?.baseline?.baseRunId;
  return baseRunId === undefined ? {} : { baseRunId };
}

/** The summary of a run with what changed since its baseline, and without that where there is no baseline. */
async function exportMarkdown(
  { assay }: ProjectPlatform,
  target: { projectId: string; runId: string },
  base: GetEvalRunMarkdown,
): Promise<string> {
  try {
    return await assay.exportEvalRunMarkdown(target, base);
  } catch (error) {
    if (!(error instanceof Problem) || error.reason !== 'BASELINE_NOT_FOUND') throw error;
    return assay.exportEvalRunMarkdown(target);
  }
}

/** The gate's decision about a run; undefined where neither the launch nor the suite has a gate. */
async function readGate({ assay, projectId }: ProjectPlatform, runId: string): Promise<EvalGateReport | undefined> {
  try {
    return await assay.getEvalRunGate({ projectId: await projectId(), runId });
  } catch (error) {
    if (error instanceof Problem && error.code === 'NOT_FOUND') return undefined;
    throw error;
  }
}

/** The changes since the baseline that the launch of a run names; undefined where it names none. */
async function readSince(
  { assay, projectId }: ProjectPlatform,
  { id, baseline }: EvalRun,
): Promise<string | undefined> {
  if (!baseline) return undefined;
  try {
    const compared = await assay.compareEvalRun({ projectId: await projectId(), runId: id }, { limit: 1 });
    return compared.sentence;
  } catch (error) {
    if (error instanceof Problem && error.reason === 'BASELINE_NOT_FOUND') return error.message;
    throw error;
  }
}

/** The page of a run in the console. */
export const addressOf = async ({ url, projectId }: ProjectPlatform, runId: string): Promise<string> =>
  pageOfRun(url, await projectId(), runId);

/** The commands that show the rest: against the baseline of the gate where there is one. */
function nextCommands(
  { id, verdict }: EvalRun,
  failed: readonly EvalRunCase[],
  gate: EvalGateReport | undefined,
): RunReport['next'] {
  const { branch, baseRunId } = gate?.baseline ?? {};
  const compare =
    baseRunId === undefined
      ? []
      : [{ label: 'Compare', command: `assay run compare ${id} --base ${branch ?? baseRunId}` }];
  if (failed.length > 0)
    return [
      ...(compare.length > 0 ? compare : [{ label: 'Traces', command: `assay trace ${id}` }]),
      { label: 'Rerun failed only', command: `assay run rerun ${id}` },
    ];
  if (verdict === 'passed') return compare;
  return [{ label: 'Run what has no verdict', command: `assay run rerun ${id} --scope excluded` }];
}
