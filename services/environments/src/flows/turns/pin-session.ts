import { given } from '@assay/contract/given';
import { assertBudgets } from '@assay/launching/assert-budgets';
import type { ToolMode } from '@assay/contract/areas/chat-sessions/turn';
import type { SessionSpec } from '@assay/contract/areas/chat-sessions/turn-work';
import type { ClientConfig } from '@assay/contract/areas/clients/config';
import { refuseUnsupportedSettings } from '@assay/launching/unsupported-settings';
import type { ResolvedBundle } from '@assay/contract/areas/environments/bundle';
import { refuseUnsupportedBundle } from '@assay/launching/unsupported-bundle';
import { DirectoryService, type GrantedModels, type GrantModelsRequest } from '@assay/mesh/gen/assay/v1/catalog';
import { invalid, reasons } from '@assay/contract/problem';
import { launchServersOf, savedServerIdsOf } from '@assay/launching/launch-servers';
import { accessFieldOf } from '@assay/launching/sealed-access';
import {
  alternativesTo,
  answeredGrants,
  grantedModelId,
  usableModel,
  type ModelOrigin,
} from '@assay/launching/usable-model';
import { ensureDefaultClient } from '../../actions/clients/store-client.ts';
import type { Deps } from '../../deps.ts';
import type {
  OwnConversation,
  PinnedSession,
  StoredSession,
  TurnCaller,
} from '../../domain/chat-sessions/chat-session.ts';
import { ambiguousModel, assertModelId, namesProvider } from '../../domain/chat-sessions/model-id.ts';
import type { TurnSettings } from '../../domain/turns/turn.ts';
import { asEnvironments } from '../access/as-environments.ts';
import { resolveClientBundle, resolveEnvironmentBundle } from '../bundles/resolve-bundle.ts';
import { presentClient } from '../clients/present-client.ts';

/** The settings that a first turn asks for; what it leaves out comes from the environment or the client. */
export interface WantedSettings {
  environmentId?: string | undefined;
  /** Not with an environment. */
  serverIds?: string[] | undefined;
  /** The id or the name of a client; the client of the environment, or else of the project, when absent. */
  hostId?: string | undefined;
  modelId?: string | undefined;
  systemPrompt?: string | undefined;
  temperature?: number | undefined;
  toolMode?: ToolMode | undefined;
}

type Neighbours = Pick<Deps, 'pool' | 'catalog'>;

/** The calls that a turn makes without asking. */
const approvalOf = (toolMode: ToolMode, { requireToolApproval }: ClientConfig): SessionSpec['approval'] => {
  if (toolMode === 'read_only') return 'readOnly';
  return requireToolApproval ? 'ask' : 'auto';
};

/**
 * Freezes what every turn of a new session uses: servers, client, skills, and the sealed access to its model.
 * @throws the Problem that refuses the target, the model or the spending.
 */
export async function pinSession(
  deps: Neighbours,
  { sessionId, caller }: OwnConversation,
  wanted: WantedSettings,
): Promise<PinnedSession> {
  const { projectId, organizationId } = caller;
  const { environmentId, modelId: asked, toolMode = 'read_only' } = wanted;
  if (asked !== undefined) assertModelId(asked);
  const bundle = await bundleOf(deps, projectId, wanted);
  refuseUnsupportedBundle(bundle);
  const serverIds = wanted.serverIds ?? savedServerIdsOf(bundle);
  const asking = asked ?? bundle.effectiveModelId;
  const prepared = await deps.catalog.call(
    DirectoryService.prepareLaunch,
    { projectId, organizationId, serverIds, models: grantRequest(caller, sessionId, asking) },
    asEnvironments(),
  );
  const { servers, declaredServers, runnerLabels } = launchServersOf(
    bundle,
    environmentId === undefined ? { serverIds } : { environmentId },
    prepared.servers,
  );
  const granted = answeredGrants(prepared);
  const holder = environmentId === undefined ? 'the client' : 'the environment';
  const model = usableSessionModel(granted, asking, asked === undefined ? { holder } : { path: '/modelId' });
  assertBudgets(granted, Date.now());
  const { config } = bundle.client;
  const systemPrompt = wanted.systemPrompt ?? config.systemPrompt;
  const temperature = wanted.temperature ?? config.temperature;
  const spoken = {
    ...(systemPrompt !== '' && { systemPrompt }),
    ...given({ temperature }),
  };
  return {
    settings: {
      modelId: model,
      ...given({ environmentId }),
      serverIds: servers.map(({ id }) => id),
      hostId: bundle.client.id,
      ...spoken,
      toolMode,
    },
    spec: {
      model,
      ...accessFieldOf(granted, contextOf(sessionId)),
      servers,
      declaredServers,
      clientConfig: config,
      skills: bundle.skills,
      ...spoken,
      approval: approvalOf(toolMode, config),
    },
    runnerLabels,
  };
}

async function bundleOf(
  deps: Neighbours,
  projectId: string,
  { environmentId, serverIds, hostId }: WantedSettings,
): Promise<ResolvedBundle> {
  if (environmentId !== undefined) return resolveEnvironmentBundle(deps, projectId, environmentId);
  const withoutServers = serverIds !== undefined;
  if (!withoutServers) await assertClientHasServers(deps, projectId, hostId);
  return resolveClientBundle(deps, projectId, { ...given({ reference: hostId }), withoutServers });
}

/** @throws VALIDATION_ERROR with HOST_TARGET_REQUIRED when a client alone names nothing to talk to. */
async function assertClientHasServers(
  { pool }: Neighbours,
  projectId: string,
  hostId: string | undefined,
): Promise<void> {
  const { name, version } =
    hostId === undefined ? await ensureDefaultClient(pool, projectId) : await presentClient(pool, projectId, hostId);
  if (version.config.serverIds.length > 0) return;
  throw invalid(`The first message needs /environmentId or /serverIds, because the client "${name}" has no servers.`, {
    reason: reasons.HOST_TARGET_REQUIRED,
  });
}

/** Another client than the session's, for one turn. @throws NOT_FOUND, or FEATURE_NOT_SUPPORTED when it cannot run here. */
export async function hostOfTurn(
  { pool }: Pick<Deps, 'pool'>,
  { projectId, settings }: StoredSession,
  hostId: string,
): Promise<Pick<TurnSettings, 'hostId' | 'clientConfig' | 'approval'>> {
  const { id, version } = await presentClient(pool, projectId, hostId);
  refuseUnsupportedSettings(version.config);
  return { hostId: id, clientConfig: version.config, approval: approvalOf(settings.toolMode, version.config) };
}

/** The question to catalog for the access to one model, sealed for one session. */
const grantRequest = (
  { organizationId, projectId, keyId = '' }: TurnCaller,
  sessionId: string,
  model: string,
): GrantModelsRequest => ({
  organizationId,
  projectId,
  suiteId: '',
  keyId,
  models: [model],
  broughtKeys: {},
  sealedFor: contextOf(sessionId),
});

/**
 * Asks catalog for the access to one model alone: in this service's name, because a visitor or a caller without a project
 * in the path was authorized here.
 */
export const grantModel = (
  { catalog }: Pick<Deps, 'catalog'>,
  caller: TurnCaller,
  sessionId: string,
  model: string,
): Promise<GrantedModels> =>
  catalog.call(DirectoryService.grantModels, grantRequest(caller, sessionId, model), asEnvironments());

/** The context that the access to the model of a session is sealed for. */
export const contextOf = (sessionId: string) => `session:${sessionId}`;

/** The id of the granted model. @throws VALIDATION_ERROR when it cannot be used. */
function usableSessionModel(granted: GrantedModels, asked: string, origin: ModelOrigin): string {
  const isAmbiguous = asked.includes('/') && !namesProvider(asked);
  if (isAmbiguous && grantedModelId(granted, asked) === undefined)
    throw ambiguousModel(asked, { hostedModels: alternativesTo(granted, asked) });
  const details = { reason: reasons.MODEL_NOT_RUNNABLE, modelId: asked };
  return usableModel(granted, asked, { ...origin, details });
}
