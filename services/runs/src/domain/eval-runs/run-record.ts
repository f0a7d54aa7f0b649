import type { EvalRun } from '@assay/contract/areas/eval-runs/documents';
import { decideRun, undecidedReasonOf } from '@assay/grading/decisions/decide-run';
import { wilson } from '@assay/grading/statistics/wilson';
import type { Run, RunDetails } from './run.ts';

/** A run as the API shows it; a list leaves the details out. */
export function runRecord(run: Run & Partial<RunDetails>): EvalRun {
  const { id, suiteId, runNumber, status, result, source, notes, servers, importApprovals } = run;
  return {
    id,
    suiteId,
    runNumber,
    status,
    result,
    ...verdictOf(run),
    source,
    servers,
    environment: null,
    notes,
    ...(importApprovals && { importApprovals }),
    ...modelsOf(run),
    ...originOf(run),
    ...optional(run),
    createdAt: run.createdAt.getTime(),
    startedAt: run.startedAt?.getTime() ?? null,
    completedAt: run.completedAt?.getTime() ?? null,
  };
}

type Verdict = Pick<
  EvalRun,
  | 'verdict'
  | 'undecided'
  | 'measurementUnit'
  | 'summary'
  | 'minimumAccuracy'
  | 'verdictPolicyVersion'
  | 'verdictPolicyIntegrityError'
  | 'decision'
>;

/** Graded per case or by accuracy, with the interval of the rate and with what is in no rate. */
function verdictOf(run: Run & Partial<RunDetails>): Verdict {
  const { summary, ...verdict } = run.caseGrading
    ? perCase(run)
    : { ...decideRun(run), minimumAccuracy: run.minimumAccuracy };
  const { total, passed, failed } = summary;
  const decided = passed + failed;
  // Of the same trials, or cases, as the rate is; cases that are inconclusive might be either.
  const passRateInterval = run.caseGrading && decided < total ? null : wilson(passed, decided);
  return {
    ...verdict,
    summary: {
      ...summary,
      passRateInterval,
      excluded: run.excluded,
      skipped: run.skipped,
    },
  };
}

/** The verdict of a run that is graded per case was decided once, with its last trial; what is counted are variants. */
function perCase(run: Run & Partial<RunDetails>): Verdict {
  const { result, variants: total, variantsPassed: passed, variantsFailed: failed, decision } = run;
  const undecided =
    result === null ? (undecidedReasonOf(run) ?? { reason: 'runResultNotAVerdict' as const }) : undefined;
  return {
    verdict: result ?? 'notEstablished',
    ...(undecided && { undecided }),
    verdictPolicyVersion: 2,
    ...(decision &&
      ('decision' in decision
        ? { decision: decision.decision }
        : { verdictPolicyIntegrityError: decision.integrityError })),
    measurementUnit: 'caseVariant',
    summary: {
      total,
      passed,
      failed,
      ...(result !== null && { inconclusive: total - passed - failed }),
      passRate: total === 0 ? 0 : passed / total,
    },
    minimumAccuracy: null,
  };
}

/** What ran, and what it used. */
function modelsOf({ client, modelSource, effectiveModel, metered, ...run }: Run): Partial<EvalRun> {
  const { inputTokens, outputTokens, modelCalls, costed, costMicros } = run;
  return {
    ...(client && { client, effectiveModelId: effectiveModel }),
    ...(modelSource && { modelSource }),
    ...(metered > 0 && {
      usage: {
        inputTokens,
        outputTokens,
        totalTokens: inputTokens + outputTokens,
        modelCalls,
        costUsd: costed > 0 ? costMicros / 1e6 : null,
        coverage: { costed, total: metered },
      },
    }),
  };
}

/** Who started it, from where, and what it belongs to. */
function originOf({ keyId, launcher, ci, runGroupId, arm, rerunOf, rerunScope }: Run): Partial<EvalRun> {
  const surface = launcher && launcher.kind !== 'github_action' ? launcher.kind : 'rest';
  return {
    ...(runGroupId !== null && { runGroupId }),
    ...(arm !== null && { arm }),
    ...(rerunOf !== null && { rerunOfRunId: rerunOf }),
    ...(rerunScope !== null && { rerunScope }),
    ...(launcher && { launcher }),
    ...(ci && { ciMetadata: ci }),
    ...(keyId !== null && { attribution: { surface, apiKeyId: keyId } }),
  };
}

/** The rest of what a run need not have. */
function optional({ stop, earlyStopping, cassette, externalRunId, name, tags, framework }: Run): Partial<EvalRun> {
  return {
    ...(stop && { stopped: stop }),
    ...(earlyStopping && { earlyStopping }),
    ...(cassette && { cassette }),
    ...(externalRunId !== null && { externalRunId }),
    ...(name !== null && { name }),
    ...(tags && { tags }),
    ...(framework !== null && { framework }),
  };
}
