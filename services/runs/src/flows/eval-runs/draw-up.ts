import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import type { CreateEvalRun } from '@assay/contract/areas/eval-runs/launch';
import type { GrantedModels, SavedServer } from '@assay/contract/gen/assay/v1/catalog';
import { needsInventory } from '@assay/grading/iteration/inventory';
import { activeTraceparent } from '@assay/kit/telemetry/telemetry';
import { requiredLabels } from '@assay/contract/areas/servers/required-labels';
import { chooseCases, earlyStoppingOf, executionOf, validityOf } from '../../domain/eval-runs/launch.ts';
import { plan, type PlannedIteration } from '../../domain/eval-runs/plan.ts';
import { checkStepServers } from '../../domain/eval-runs/selection.ts';
import { resolver, type AskedIn } from './grants.ts';
import type { NewRunCase } from '../../store/eval-runs/cases.ts';
import type { NewRun } from '../../store/eval-runs/new-runs.ts';
import type { Frozen } from '../../domain/eval-runs/frozen-suite.ts';

/** On whose behalf a run is launched, and by what; a second launch with the same key finds the run of the first. */
export type Launcher = Pick<NewRun, 'projectId' | 'organizationId' | 'idempotencyKey' | 'source'> &
  Partial<Pick<NewRun, 'keyId' | 'launcher' | 'ci' | 'requestHash'>>;

/** What is to be launched. */
export interface Order {
  launcher: Launcher;
  body: CreateEvalRun;
  /** The suite as several runs share it, and when it began to be read. */
  shared?: { suite: Frozen; begunAt: Date };
  arm?: string;
  rerunOf?: string;
}

/** What the neighbours said to an order. */
export interface Footing {
  runId: string;
  servers: SavedServer[];
  granted: GrantedModels;
}

/** A run as it will be written. */
export interface Drawn {
  run: NewRun;
  cases: NewRunCase[];
  iterations: PlannedIteration[];
  frozen: FrozenCase[];
}

/** Makes the run of an order out of a suite; throws the Problem that refuses it. */
export function drawUp(
  { launcher, body, arm, rerunOf }: Order,
  { runId, servers, granted }: Footing,
  suite: Frozen,
): Drawn {
  const frozen = chooseCases(suite.cases, body);
  checkStepServers(frozen, servers);
  const earlyStopping = earlyStoppingOf(suite.caseGrading, body);
  const { iterations, variants, modelSource, effectiveModel } = plan(frozen, {
    override: body.model,
    suiteModel: suite.model,
    resolve: resolver(granted, askedIn(body)),
    stopsEarly: earlyStopping !== undefined,
  });
  const run: NewRun = {
    ...launcher,
    id: runId,
    suiteId: suite.suiteId,
    suiteName: suite.name,
    matchOptions: body.matchOptionsOverride,
    notes: body.notes,
    keyId: launcher.keyId,
    launcher: launcher.launcher,
    ci: launcher.ci,
    requestHash: launcher.requestHash,
    sessionIsolation: suite.sessionIsolation,
    minimumAccuracy: body.passCriteria?.minimumPassRate ?? suite.minimumAccuracy,
    minimumPassRate: body.passCriteria?.minimumPassRate,
    budget: body.budget,
    caseGrading: validityOf(suite.caseGrading, body),
    earlyStopping,
    checks: suite.checks,
    judge: judgeOf(suite, granted),
    gate: suite.gate ?? undefined,
    servers: servers.map(({ id, name }) => ({ id, name })),
    runnerLabels: [...new Set(servers.flatMap(requiredLabels))].toSorted(),
    client: {
      id: null,
      name: 'Suite default',
      source: 'suite_default',
      ...(suite.model && { modelId: suite.model }),
    },
    execution: executionOf(suite, body),
    modelSource,
    effectiveModel,
    sealedModels: granted.sealedAccess.length > 0 ? granted.sealedAccess : undefined,
    total: iterations.length,
    variants,
    importApprovals: body.importApprovals,
    runGroupId: body.runGroupId,
    arm,
    rerunOf,
    isPart: frozen.length < suite.cases.length,
    traceparent: activeTraceparent(),
  };
  // What a cassette is to hold of the tools is everything, whatever the checks read.
  const recordsAll = body.cassette?.mode === 'record';
  const cases = frozen.map((each, position) => ({
    position,
    body: each,
    needsInventory: recordsAll || needsInventory(each, suite.checks),
  }));
  return {
    run,
    cases,
    iterations,
    frozen,
  };
}

/** The judge by the model that was granted, so that every asking of it is one of the same judge. */
const judgeOf = ({ judge }: Frozen, { grants }: GrantedModels): Frozen['judge'] => ({
  ...judge,
  model: grants.find(({ asked }) => asked === judge.model)?.id || judge.model,
});

/** Where a caller would look for the model that a fault is about. */
const askedIn = ({ model, tests }: CreateEvalRun): AskedIn =>
  model !== undefined ? 'launch' : tests ? 'tests' : 'suite';
