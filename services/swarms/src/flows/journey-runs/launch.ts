import { given } from '@assay/contract/given';
import { assertBudgets } from '@assay/launching/assert-budgets';
import type { ResolvedBundle } from '@assay/contract/areas/environments/bundle';
import type { LaunchJourneyRun } from '@assay/contract/areas/journey-runs/documents';
import { LedgerService, type GrantedModels } from '@assay/mesh/gen/assay/v1/catalog';
import { conflict, notFound } from '@assay/contract/problem';
import { newId } from '@assay/kit/id';
import { assertSameRequest, ownKey, requestHash as hashOf } from '@assay/kit/requests/idempotency';
import type { Caller } from '@assay/kit/security/caller';
import { savedServerIdsOf } from '@assay/launching/launch-servers';
import { storedAccessOf } from '@assay/launching/sealed-access';
import { cappedLimits, type SpendingCap } from '@assay/launching/spending-cap';
import { answeredGrants, usableModel } from '@assay/launching/usable-model';
import { launchJourneyRun } from '../../actions/journey-runs/launch-journey-run.ts';
import type { Deps } from '../../deps.ts';
import { earlyStoppingOf, type JourneyRunSpec } from '../../domain/journey-runs/run-spec.ts';
import type { StoredRun } from '../../domain/journey-runs/run.ts';
import { newTally } from '../../domain/journey-runs/tally.ts';
import type { StoredJourney } from '../../domain/journeys/journey.ts';
import { findRunByKey } from '../../store/journey-runs/journey-runs.ts';
import { findJourney } from '../../store/journeys/journeys.ts';
import { findPersona } from '../../store/personas/personas.ts';
import { prepareLaunch } from './prepare-launch.ts';
import { resolveTargets, targetOf, type ResolvedTarget } from './resolve-targets.ts';

/** A launch that a caller asks for. */
export interface LaunchRequest {
  projectId: string;
  journeyId: string;
  idempotencyKey: string;
  body: LaunchJourneyRun;
}

export interface LaunchedRun {
  run: StoredRun;
  deduped: boolean;
}

/** Launches a run, or throws the Problem that refuses it. Every refusal comes before the first write. */
export async function launchRequested(deps: Deps, caller: Caller, request: LaunchRequest): Promise<LaunchedRun> {
  const { projectId, journeyId } = request;
  const { idempotencyKey: keyInBody, ...body } = request.body;
  const [key, requestHash] = [ownKey(request.idempotencyKey, keyInBody), hashOf(body)];
  const journey = await findJourney(deps.pool, projectId, journeyId);
  if (!journey) throw notFound('journey');
  const earlier = key === undefined ? undefined : await findRunByKey(deps.pool, journeyId, key);
  if (earlier) {
    assertSameRequest(earlier, { requestHash }, { runId: earlier.id });
    return { run: earlier, deduped: true };
  }
  if (journey.isArchived) throw notFound('journey');
  const earlyStopping = earlyStoppingOf(journey.rubric, body);
  const runId = newId('jrun');
  const bundles = await resolveTargets(deps, journey, body.environmentIds);
  const { spec, targets, granted } = await frozenSpec(deps, caller, { runId, journey, bundles, earlyStopping });
  assertBudgets(granted, Date.now());
  if (body.maxCostUsd !== undefined) await setSpendCap(deps, caller, { runId, projectId }, { usd: body.maxCostUsd });
  const launched = await launchJourneyRun(deps.pool, {
    id: runId,
    organizationId: caller.organizationId ?? '',
    projectId,
    journeyId,
    waveId: body.waveId ?? newId('wave'),
    idempotencyKey: key ?? null,
    requestHash,
    spec,
    sessionSpecs: targets.map(({ session }, i) => ({ ...session, model: spec.targets[i]!.modelId })),
    sealedAccess: storedAccessOf(granted),
    keyId: caller.keyId ?? '',
    tally: newTally(targets.length, journey.sessionsPerTarget),
  });
  deps.wakeUp.wake();
  return launched;
}

/** Everything of a run that never changes, with the models that catalog grants for it. */
async function frozenSpec(
  deps: Deps,
  caller: Caller,
  {
    runId,
    journey,
    bundles,
    earlyStopping,
  }: { runId: string; journey: StoredJourney; bundles: ResolvedBundle[] } & Pick<JourneyRunSpec, 'earlyStopping'>,
): Promise<{ spec: JourneyRunSpec; targets: ResolvedTarget[]; granted: GrantedModels }> {
  const { projectId } = journey;
  const persona = await findPersona(deps.pool, projectId, journey.personaId);
  if (persona?.isArchived !== false) throw conflict('The persona of the journey is archived.');
  const isJudged = journey.rubric?.criteria.some(({ kind }) => kind === 'goal') ?? false;
  const models = [
    ...bundles.map(({ effectiveModelId }) => effectiveModelId),
    deps.personaModel,
    ...(isJudged ? [deps.judgeModel] : []),
  ];
  const prepared = await prepareLaunch(deps.catalog, caller, {
    projectId,
    serverIds: bundles.flatMap(savedServerIdsOf),
    models: { models: [...new Set(models)], sealedFor: accessContext(runId) },
  });
  const targets = bundles.map((bundle) => targetOf(bundle, prepared.servers));
  const granted = answeredGrants(prepared);
  const modelOf = (id: string, holder: string) => usableModel(granted, id, { holder });
  const spec: JourneyRunSpec = {
    version: 1,
    journeyName: journey.name,
    goal: journey.goal,
    persona: { id: persona.id, name: persona.name, role: persona.role, notes: persona.notes },
    personaModel: modelOf(deps.personaModel, 'the persona'),
    ...(isJudged && { judgeModel: modelOf(deps.judgeModel, 'the judge') }),
    targets: targets.map(({ session, ...target }) => ({
      ...target,
      modelId: modelOf(session.model, `the target "${target.environment?.name ?? target.hostName}"`),
    })),
    sessionsPerTarget: journey.sessionsPerTarget,
    maxTurns: journey.maxTurns,
    rubric: journey.rubric,
    ...given({ earlyStopping }),
  };
  return { spec, targets, granted };
}

/** The context that the access to the models of a run is sealed for. */
export const accessContext = (runId: string): string => `journey-run:${runId}`;

async function setSpendCap(
  { catalog }: Pick<Deps, 'catalog'>,
  { organizationId = '' }: Caller,
  run: { runId: string; projectId: string },
  cap: SpendingCap,
): Promise<void> {
  await catalog.call(LedgerService.setRunBudget, { organizationId, ...run, ...cappedLimits(cap) });
}
