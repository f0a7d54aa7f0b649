import type { MissingTrials } from '@assay/contract/areas/analysis/decision-steps';
import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import type { EvalRun, EvalRunCreated } from '@assay/contract/areas/eval-runs/documents';
import { detailedSpec, shownSpec, type RunSpec } from '@assay/contract/areas/eval-runs/run-spec';
import { given } from '@assay/contract/given';
import type { RunSummary } from '@assay/mesh/events';
import { decideRun, undecidedReasonOf } from '@assay/grading/decisions/decide-run';
import { displayedHash } from '@assay/surface/hash';
import type { Static } from 'typebox';
import { describeRun, missingOf, reachableOf, type WordedRun } from '@assay/grading/words/run-words';
import { wilsonInterval } from '@assay/grading/statistics/wilson';
import { gapsRecord, isGatingJudge } from './grading-gaps.ts';
import type { Run, RunDetails } from './run.ts';

/** A run as the API shows it, with the parts of its specification; a list leaves the details out. */
export function runRecord(run: Run & Partial<RunDetails>): EvalRun {
  const { id, suiteId, runNumber, status, result, source, spec, effectiveModel, stop } = run;
  return {
    id,
    suiteId,
    suiteName: spec.suiteName,
    runNumber,
    status,
    result,
    ...wordedVerdict(run),
    ...gapsRecord(run.casesWithoutGrading),
    source,
    launchedBy: launchedBy(run),
    ...given({ launchedByUserId: spec.userId, suiteRevision: spec.suiteRevision }),
    ...shown(spec),
    ...(isDetailed(run) && detailed(spec)),
    environment: spec.environment ?? null,
    notes: notesOf(run),
    effectiveModelId: effectiveModel,
    ...usageOf(run),
    ...attributionOf(spec),
    ...given({ cassette: spec.cassette }),
    ...(stop && { stopped: stop }),
    gradingVersion: run.gradingVersion,
    ...(run.surfaces.length > 0 && {
      surfaces: run.surfaces.map(({ serverId, hash }) => ({ serverId, hash: displayedHash(hash) })),
    }),
    createdAt: run.createdAt.getTime(),
    startedAt: run.startedAt?.getTime() ?? null,
    completedAt: run.completedAt?.getTime() ?? null,
    durationMs: run.startedAt && run.completedAt ? run.completedAt.getTime() - run.startedAt.getTime() : null,
  };
}

const MAX_NOTES = 500;

/** The notes of the launch, after the reason why the run was rejected. */
const notesOf = ({ stop, spec: { notes } }: Run): string | null =>
  stop?.code === 'CONFLICT' ? [stop.message, notes ?? ''].join('\n').trim().slice(0, MAX_NOTES) : (notes ?? null);

const launchedBy = ({ spec, source }: Run): EvalRun['launchedBy'] => spec.launcher?.kind ?? source;

/** The verdict of a run with its words and counts, as its reads show them, and the number of its flaky cases. */
export function runSummary(run: Run & Pick<RunDetails, 'decision'>, flakyCases: number): RunSummary {
  const { verdict, sentence, because, undecided, measurementUnit, summary, minimumAccuracy } = wordedVerdict(run);
  const { total, passed, failed, passRate, passRateInterval } = summary;
  return {
    runNumber: run.runNumber,
    verdict,
    sentence,
    because,
    ...(undecided && { undecidedReason: undecided.reason, ...given({ undecidedDetail: undecided.detail }) }),
    measurementUnit,
    total,
    passed,
    failed,
    passRate,
    ...(minimumAccuracy !== null && { minimumAccuracy }),
    ...(passRateInterval && { passRateInterval }),
    excluded: run.excluded,
    skipped: run.skipped,
    flakyCases,
    launchedBy: launchedBy(run),
    ...given({ launchedByUserId: run.spec.userId }),
  };
}

/** Picks the given fields of a specification that are set. */
const picker =
  <K extends keyof RunSpec>(fields: Record<K, unknown>) =>
  (spec: RunSpec): Pick<RunSpec, K> =>
    Object.fromEntries(Object.entries(spec).filter(([field]) => field in fields)) as Pick<RunSpec, K>;

const [shown, detailed] = [picker(shownSpec), picker(detailedSpec)];

const isDetailed = (run: Run & Partial<RunDetails>): boolean => run.decision !== undefined;

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

/** The trials that are missing for the verdict of a run that is over without one. */
export const missingTrials = (run: Run & Partial<RunDetails>): MissingTrials | undefined => missingOf(wordedRun(run));

/** The verdict with its words, the counts of trials, and what a run under way can still reach. */
function wordedVerdict(run: Run & Partial<RunDetails>) {
  const worded = wordedRun(run);
  const reachable = reachableOf(worded);
  return { ...verdictOf(run), ...describeRun(worded), trials: worded.trials, ...given({ reachable }) };
}

/** A run as its words are made of. */
function wordedRun(run: Run & Partial<RunDetails>): WordedRun {
  const verdict = verdictOf(run);
  const { status, stop, total, passed, failed, excluded, skipped } = run;
  const trials = { total, passed, failed, excluded, skipped };
  return {
    status,
    ...verdict,
    ...gapsRecord(run.casesWithoutGrading),
    ...(stop && { stopped: stop }),
    trials,
    isJudgeGating: isGatingJudge(run.spec.judge),
    mayGrow: run.spec.ingestion !== undefined,
  };
}

/** The verdict per case or by accuracy, with the interval of the rate and the excluded iterations. */
function verdictOf(run: Run & Partial<RunDetails>): Verdict {
  const { minimumAccuracy, caseGrading } = run.spec;
  const { summary, ...verdict } = caseGrading
    ? perCase(run)
    : { ...decideRun({ ...run, minimumAccuracy }), minimumAccuracy };
  const { total, passed, failed } = summary;
  const decided = passed + failed;
  // The interval counts the same units as the rate; it is unknown while cases are inconclusive.
  const passRateInterval = caseGrading && decided < total ? null : wilsonInterval(passed, decided);
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

/** The verdict of a run that is graded per case, as its last iteration decided it; the unit is the case variant. */
function perCase(run: Run & Partial<RunDetails>): Verdict {
  const { result, variants: total, variantsPassed: passed, variantsFailed: failed, decision } = run;
  const undecided =
    result === null ? (undecidedReasonOf(run) ?? { reason: 'runResultNotAVerdict' as const }) : undefined;
  return {
    verdict: result ?? 'notEstablished',
    ...given({ undecided }),
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
      ...(undecided?.reason !== 'runNotTerminal' && { inconclusive: total - passed - failed }),
      passRate: total === 0 ? 0 : passed / total,
    },
    minimumAccuracy: null,
  };
}

/** The usage of its models, if any was called. */
function usageOf({ metered, inputTokens, outputTokens, modelCalls, costed, costMicros }: Run): Pick<EvalRun, 'usage'> {
  if (metered === 0) return {};
  return {
    usage: {
      inputTokens,
      outputTokens,
      totalTokens: inputTokens + outputTokens,
      modelCalls,
      costUsd: costed > 0 ? costMicros / 1e6 : null,
      coverage: { costed, total: metered },
    },
  };
}

/** The API key and the program that launched the run. */
function attributionOf({ keyId, launcher }: RunSpec): Pick<EvalRun, 'attribution'> {
  if (keyId === undefined) return {};
  const surface = launcher && launcher.kind !== 'github_action' ? launcher.kind : 'rest';
  return { attribution: { surface, apiKeyId: keyId } };
}

/** The answer to a launch. */
export const createdRecord = ({
  run: { id, suiteId, runNumber, status, spec },
  deduped,
  authored,
}: {
  run: Run;
  deduped: boolean;
  authored: FrozenCase[];
}): Static<typeof EvalRunCreated> => ({
  runId: id,
  suiteId,
  suiteName: spec.suiteName,
  runNumber,
  status,
  ...(deduped && { deduped }),
  ...given({ runGroupId: spec.runGroupId }),
  servers: spec.servers,
  environment: spec.environment ?? null,
  ...given({ casesLeftOut: spec.casesLeftOut }),
  caseUpsert: { committed: authored.map(({ id: caseId, title }) => ({ id: caseId, name: title })), failed: [] },
});
