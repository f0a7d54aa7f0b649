import { assertBudgets } from '@assay/mesh/rules-to-move/assert-budgets';
import type { ToolMode } from '@assay/contract/areas/chat-sessions/turn';
import type { SessionSpec } from '@assay/contract/areas/chat-sessions/turn-work';
import type { ClientConfig } from '@assay/contract/areas/clients/config';
import { refuseUnsupportedSettings } from '@assay/contract/areas/clients/unsupported-settings';
import type { ResolvedBundle } from '@assay/contract/areas/environments/bundle';
import { refuseUnsupportedBundle } from '@assay/contract/areas/environments/unsupported-bundle';
import {
  assertServersUsable,
  declaredServersOf,
  launchedServersOf,
  runnerLabelsOf,
  savedServersOf,
  withPresentNames,
} from '@assay/mesh/rules-to-move/bundle-servers';
import { DirectoryService, type GrantedModels } from '@assay/mesh/gen/assay/v1/catalog';
import { invalid, reasons } from '@assay/contract/problem';
import { ensureDefaultClient } from '../../actions/clients/store-client.ts';
import type { Deps } from '../../deps.ts';
import type {
  OwnConversation,
  PinnedSession,
  StoredSession,
  TurnCaller,
} from '../../domain/chat-sessions/chat-session.ts';
import { ambiguousModel, assertModelId, namesProvider, unrunnableModel } from '../../domain/chat-sessions/model-id.ts';
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
  const serverIds = wanted.serverIds ?? savedServersOf(bundle).map(({ id }) => id);
  const [{ servers: saved }, granted] = await Promise.all([
    deps.catalog.call(DirectoryService.prepareLaunch, { projectId, organizationId, serverIds }, asEnvironments()),
    grantModel(deps, caller, sessionId, asked ?? bundle.effectiveModelId),
  ]);
  assertServersUsable(environmentId === undefined ? { serverIds } : { environmentId }, bundle, saved);
  const model = usableModel(granted, asked ?? bundle.effectiveModelId);
  assertBudgets(granted, Date.now());
  const { config } = bundle.client;
  const systemPrompt = wanted.systemPrompt ?? config.systemPrompt;
  const temperature = wanted.temperature ?? config.temperature;
  const spoken = {
    ...(systemPrompt !== '' && { systemPrompt }),
    ...(temperature !== undefined && { temperature }),
  };
  const servers = launchedServersOf(withPresentNames(bundle, saved), saved);
  return {
    settings: {
      modelId: model,
      ...(environmentId !== undefined && { environmentId }),
      serverIds: servers.map(({ id }) => id),
      hostId: bundle.client.id,
      ...spoken,
      toolMode,
    },
    spec: {
      model,
      ...accessOf(granted, sessionId),
      servers,
      declaredServers: declaredServersOf(bundle),
      clientConfig: config,
      skills: bundle.skills,
      ...spoken,
      approval: approvalOf(toolMode, config),
    },
    runnerLabels: runnerLabelsOf(bundle, saved),
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
  return resolveClientBundle(deps, projectId, { ...(hostId !== undefined && { reference: hostId }), withoutServers });
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

/**
 * Asks catalog for the access to one model, sealed for one session: in this service's name, because a visitor or a caller
 * without a project in the path was authorized here.
 */
export const grantModel = (
  { catalog }: Pick<Deps, 'catalog'>,
  { organizationId, projectId, keyId = '' }: TurnCaller,
  sessionId: string,
  model: string,
): Promise<GrantedModels> =>
  catalog.call(
    DirectoryService.grantModels,
    {
      organizationId,
      projectId,
      suiteId: '',
      keyId,
      models: [model],
      broughtKeys: {},
      sealedFor: contextOf(sessionId),
    },
    asEnvironments(),
  );

const contextOf = (sessionId: string) => `session:${sessionId}`;

/** The sealed access as a SessionSpec holds it. */
export const accessOf = ({ sealedAccess }: GrantedModels, sessionId: string): Pick<SessionSpec, 'access'> =>
  sealedAccess.length > 0
    ? { access: { sealed: Buffer.from(sealedAccess).toString('base64'), context: contextOf(sessionId) } }
    : {};

/** The id of the granted model. @throws VALIDATION_ERROR when it cannot be used. */
export function usableModel({ grants: [grant] }: GrantedModels, asked: string): string {
  if (grant?.id) return grant.id;
  const { fault = 'cannot be used', hostedModels = [] } = grant ?? {};
  throw namesProvider(asked) || !asked.includes('/')
    ? unrunnableModel(asked, fault, hostedModels)
    : ambiguousModel(asked, { hostedModels });
}
