import type { RerunScope } from '@assay/contract/areas/eval-runs/rerun';
import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import type { CreateEvalRun } from '@assay/contract/areas/eval-runs/launch';
import type { RunSpec } from '@assay/contract/areas/eval-runs/run-spec';
import type { ResolvedBundle } from '@assay/contract/areas/environments/bundle';
import type { LaunchServers } from '@assay/launching/launch-servers';
import { storedAccessOf } from '@assay/launching/sealed-access';
import { alternativesTo, grantedModelId, usableModel, type ModelGrants } from '@assay/launching/usable-model';
import type { GrantedModels, Launch, SavedServer } from '@assay/mesh/gen/assay/v1/catalog';
import { BROWSER_LABEL } from '@assay/contract/areas/runner-tokens/browser-label';
import { faultProblem } from '@assay/contract/fault';
import type { GradingGap } from '@assay/contract/areas/eval-runs/cases-without-grading';
import type { FoundGaps } from '@assay/grading/decisions/grading-gap';
import { needsBrowser, needsInventory } from '@assay/grading/iteration/runner-needs';
import { assertRepetitions, chooseCases, earlyStoppingOf, executionOf, validityOf } from './launch.ts';
import { gapsOf } from './grading-gaps.ts';
import { leftOutRecord } from './import-claims.ts';
import { planIterations, type PlannedIteration, type ResolveModel } from './plan.ts';
import { bundleSpecOf, turnSettingsOf } from '../run-targets/run-bundle.ts';
import type { RunTarget } from '../run-targets/run-target.ts';
import type { Run } from './run.ts';
import { assertStepServers } from './selection.ts';
import type { SuiteSnapshot } from './suite-snapshot.ts';

/** The launching principal and its idempotency key: a second launch with the same key finds the run of the first. */
export interface Launcher extends Pick<Run, 'projectId' | 'organizationId' | 'source'> {
  keyId?: RunSpec['keyId'] | undefined;
  userId?: RunSpec['userId'] | undefined;
  launcher?: RunSpec['launcher'] | undefined;
  ciMetadata?: RunSpec['ciMetadata'] | undefined;
  idempotencyKey?: string | undefined;
  requestHash?: string | undefined;
}

/** A launch as it was requested. */
export interface LaunchRequest {
  launcher: Launcher;
  body: CreateEvalRun;
  /** The suite that several runs share, and the time at which it was read. */
  shared?: { suite: SuiteSnapshot; begunAt: Date };
  /** It may name an ad-hoc environment, which no suite is attached to. */
  allowsAdhoc?: boolean;
  arm?: string;
  rerun?: { ofRunId: string; scope: RerunScope };
}

/** The limits of the organization for one run, as they are at its launch. */
export type RunLimits = Pick<Launch, 'runMinutes' | 'queueMinutes' | 'maxRepetitions'>;

/** The taken slots of an organization, and the runs of one project among them, oldest first. */
export interface TakenSlots {
  open: number;
  runIds: string[];
}

/** The taken slots, and the runs of the group that another run is to join, by the clock that dates tombstones. */
export interface LaunchStanding extends TakenSlots {
  at: Date;
  groupRuns: number;
}

/** The answers of other services to a launch. */
export interface LaunchAnswers {
  /** The taken slots when the launch began. */
  taken: TakenSlots;
  suite: SuiteSnapshot;
  /** The time at which the suite was read: a suite that was deleted since then takes no more runs. */
  begunAt: Date;
  target: RunTarget;
  bundle: ResolvedBundle;
  /** The saved servers of the run. */
  saved: SavedServer[];
  uses: LaunchServers;
  maxConcurrentRuns: number;
  limits: RunLimits;
  granted: GrantedModels;
}

/** A run before its row is written: its specification, and the values beside it. */
export interface NewRun extends Pick<Run, 'id' | 'projectId' | 'organizationId' | 'source' | 'spec' | 'total'> {
  variants?: number;
  effectiveModel?: string | undefined;
  casesWithoutGrading?: FoundGaps | null;
  runnerLabels?: string[];
  sealedModels?: Buffer | undefined;
  /** Absent where the run is made elsewhere. */
  limits?: RunLimits;
  idempotencyKey?: string | undefined;
  requestHash?: string | undefined;
  traceparent?: string | undefined;
}

export interface NewRunCase {
  position: number;
  body: FrozenCase;
  needsInventory: boolean;
  needsBrowser: boolean;
  gradingGap?: GradingGap | undefined;
}

/** A run with its cases and its iterations, before they are written. */
export interface PlannedRun {
  run: NewRun;
  cases: NewRunCase[];
  iterations: PlannedIteration[];
}

/** Plans the run of a launch. Throws the Problem that refuses it. */
export function planRun(
  { launcher: { projectId, organizationId, source, ...by }, body, arm, rerun }: LaunchRequest,
  { suite, target, bundle, uses: { servers, declaredServers, runnerLabels }, limits, granted }: LaunchAnswers,
  { id, traceparent, browserRunners }: { id: string; traceparent: string | undefined; browserRunners: boolean },
): PlannedRun {
  const { idempotencyKey, requestHash, keyId, userId, launcher, ciMetadata } = by;
  const { chosen, leftOut } = chooseCases(suite.cases, body);
  const turns = turnSettingsOf(suite, bundle, target);
  assertStepServers(chosen, servers, target.environmentId === undefined ? '/serverIds' : '/environmentId');
  assertRepetitions(chosen, body, limits);
  const caseGrading = validityOf(suite.caseGrading, body);
  const earlyStopping = earlyStoppingOf(suite.caseGrading, body);
  const { iterations, variants, modelSource, effectiveModel } = planIterations(chosen, {
    override: body.model,
    defaultModel: turns.model,
    resolve: modelResolver(granted, body),
    stopsEarly: earlyStopping !== undefined,
  });
  const { matchOptionsOverride, passCriteria, cassette, budget, importApprovals, baseline, notes, runGroupId } = body;
  const spec: RunSpec = {
    suiteId: suite.suiteId,
    suiteName: suite.name,
    suiteRevision: suite.revision,
    servers,
    ...bundleSpecOf({ ...bundle, declaredServers }, target, body, turns),
    checks: suite.checks,
    sessionIsolation: suite.sessionIsolation as RunSpec['sessionIsolation'],
    execution: executionOf(turns, body),
    minimumAccuracy: passCriteria?.minimumPassRate ?? suite.minimumAccuracy,
    judge: judgeOf(suite, granted),
    ...given({
      isPart: chosen.length + leftOut.length < suite.cases.length || undefined,
      ...leftOutRecord(leftOut),
      minimumPassRate: passCriteria?.minimumPassRate,
      gate: body.gate ?? suite.gate ?? undefined,
      matchOptions: matchOptionsOverride,
      caseGrading,
      earlyStopping,
      cassette,
      modelSource,
      budget,
      importApprovals,
      baseline,
      notes,
      runGroupId,
      arm,
      rerunOfRunId: rerun?.ofRunId,
      rerunScope: rerun?.scope,
      keyId,
      userId,
      launcher,
      ciMetadata,
    }),
  };
  const { gaps, found } = gapsOf(chosen, suite.checks, spec.judge);
  const cases = chosen.map((each, position) => ({
    position,
    body: each,
    gradingGap: gaps.get(position),
    // A cassette needs the complete declarations of tools, even if no check reads them.
    needsInventory: cassette?.mode === 'record' || needsInventory(each, suite.checks),
    // The pages of widgets are not recorded.
    needsBrowser: (cassette === undefined || cassette.mode === 'record') && needsBrowser(each, suite.checks),
  }));
  return {
    run: {
      id,
      projectId,
      organizationId,
      source,
      spec,
      total: iterations.length,
      variants,
      effectiveModel,
      casesWithoutGrading: found,
      runnerLabels:
        runnerLabels.length === 0 && browserRunners && cases.some((each) => each.needsBrowser)
          ? [BROWSER_LABEL]
          : runnerLabels,
      limits,
      sealedModels: storedAccessOf(granted) ?? undefined,
      idempotencyKey,
      requestHash,
      traceparent,
    },
    cases,
    iterations,
  };
}

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** The fields that have a value. */
const given = <T extends object>(fields: T): Given<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<T>;

/** The judge with the id of the granted model, so that different names of a model make one judge. */
const judgeOf = ({ judge }: SuiteSnapshot, granted: ModelGrants): SuiteSnapshot['judge'] => ({
  ...judge,
  model: grantedModelId(granted, judge.model) ?? judge.model,
});

/** Resolves models by their grants. A refusal names the field of the launch that requests the model. */
export const modelResolver =
  (granted: ModelGrants, { model, tests }: Pick<CreateEvalRun, 'model' | 'tests'>): ResolveModel =>
  (asked, { title, position }) => {
    if (asked === '')
      throw faultProblem(
        { path: '/model', message: `is required: the case "${title}" has a prompt and no model` },
        { model: asked, hostedModels: alternativesTo(granted, asked) },
      );
    if (model !== undefined) return usableModel(granted, asked, { path: '/model' });
    const path = tests === undefined ? '/model' : `/tests/${position}`;
    return usableModel(granted, asked, { path, holder: `the case "${title}"` });
  };
