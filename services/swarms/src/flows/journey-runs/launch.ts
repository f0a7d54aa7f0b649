import { assertBudgets } from '@assay/launching/assert-budgets';
import type { LaunchJourneyRun } from '@assay/contract/areas/journey-runs/documents';
import { DirectoryService, LedgerService, type GrantedModels } from '@assay/mesh/gen/assay/v1/catalog';
import { faultProblem } from '@assay/contract/fault';
import { conflict, invalid, notFound } from '@assay/contract/problem';
import { newId } from '@assay/kit/id';
import { assertSameRequest, ownKey, requestHash as hashOf } from '@assay/kit/requests/idempotency';
import type { Caller } from '@assay/kit/security/caller';
import { launchJourneyRun } from '../../actions/journey-runs/launch-journey-run.ts';
import type { Deps } from '../../deps.ts';
import { earlyStoppingOf, type JourneyRunSpec } from '../../domain/journey-runs/run-spec.ts';
import type { StoredRun } from '../../domain/journey-runs/run.ts';
import { newTally } from '../../domain/journey-runs/tally.ts';
import type { StoredJourney } from '../../domain/journeys/journey.ts';
import { findRunByKey } from '../../store/journey-runs/journey-runs.ts';
import { findJourney } from '../../store/journeys/journeys.ts';
import { findPersona } from '../../store/personas/personas.ts';
import { resolveTargets, type ResolvedTarget } from './resolve-targets.ts';

/** The most that a run may cost is kept in millionths of a US dollar. */
const MICROS = 1e6;

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
  const targets = await resolveTargets(deps, caller, journey, body.environmentIds);
  const { spec, granted } = await frozenSpec(deps, caller, { runId, journey, targets, earlyStopping });
  assertBudgets(granted, Date.now());
  await setSpendCap(deps, caller, { runId, projectId }, body.maxCostUsd);
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
    sealedAccess: granted.sealedAccess.length > 0 ? Buffer.from(granted.sealedAccess) : null,
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
    targets,
    earlyStopping,
  }: { runId: string; journey: StoredJourney; targets: ResolvedTarget[] } & Pick<JourneyRunSpec, 'earlyStopping'>,
): Promise<{ spec: JourneyRunSpec; granted: GrantedModels }> {
  const persona = await findPersona(deps.pool, journey.projectId, journey.personaId);
  if (persona?.isArchived !== false) throw conflict('The persona of the journey is archived.');
  const isJudged = journey.rubric?.criteria.some(({ kind }) => kind === 'goal') ?? false;
  const asked = [
    ...targets.map(({ session }) => session.model),
    deps.personaModel,
    ...(isJudged ? [deps.judgeModel] : []),
  ];
  const granted = await grantModels(deps, caller, runId, journey.projectId, [...new Set(asked)]);
  const modelOf = (id: string) => usableModel(granted, id);
  const spec: JourneyRunSpec = {
    version: 1,
    journeyName: journey.name,
    goal: journey.goal,
    persona: { id: persona.id, name: persona.name, role: persona.role, notes: persona.notes },
    personaModel: modelOf(deps.personaModel),
    ...(isJudged && { judgeModel: modelOf(deps.judgeModel) }),
    targets: targets.map(({ session, ...target }) => ({ ...target, modelId: modelOf(session.model) })),
    sessionsPerTarget: journey.sessionsPerTarget,
    maxTurns: journey.maxTurns,
    rubric: journey.rubric,
    ...(earlyStopping && { earlyStopping }),
  };
  return { spec, granted };
}

/** The context that the access to the models of a run is sealed for. */
export const accessContext = (runId: string): string => `journey-run:${runId}`;

const grantModels = (
  { catalog }: Pick<Deps, 'catalog'>,
  { organizationId = '', keyId = '' }: Caller,
  runId: string,
  projectId: string,
  models: string[],
): Promise<GrantedModels> =>
  catalog.call(DirectoryService.grantModels, {
    organizationId,
    projectId,
    suiteId: '',
    keyId,
    models,
    broughtKeys: {},
    sealedFor: accessContext(runId),
  });

/** The id of a granted model. @throws VALIDATION_ERROR when it cannot be used. */
function usableModel({ grants }: GrantedModels, asked: string): string {
  const grant = grants.find((each) => each.asked === asked);
  if (grant?.id) return grant.id;
  const { fault = 'cannot be used', hostedModels = [] } = grant ?? {};
  throw invalid(`The model "${asked}" ${fault}.`, { model: asked, hostedModels });
}

async function setSpendCap(
  { catalog }: Pick<Deps, 'catalog'>,
  { organizationId = '' }: Caller,
  run: { runId: string; projectId: string },
  maxCostUsd: number | undefined,
): Promise<void> {
  if (maxCostUsd === undefined) return;
  const limitMicros = Math.round(maxCostUsd * MICROS);
  if (limitMicros < 1) throw faultProblem({ path: '/maxCostUsd', message: 'is below a millionth of a dollar' });
  await catalog.call(LedgerService.setRunBudget, { organizationId, ...run, limitMicros, limitTokens: undefined });
}
