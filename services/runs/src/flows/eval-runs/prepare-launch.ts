import {
  DirectoryService,
  type GrantedModels,
  type GrantModelsRequest,
  type SavedServer,
} from '@assay/mesh/gen/assay/v1/catalog';
import type { Channel } from '@assay/kit/rpc/client';
import { answeredGrants } from '@assay/launching/usable-model';
import type { RunLimits } from '../../domain/eval-runs/planned-run.ts';

/** The owner and the purpose of a request for models. `keys` are the caller's own, which are only stored sealed. */
export interface GrantRequest {
  projectId: string;
  organizationId: string;
  suiteId: string;
  keyId: string | undefined;
  runId: string;
  models: string[];
  keys: Record<string, string> | undefined;
}

const NONE: GrantedModels = { grants: [], sealedAccess: Buffer.alloc(0), refusal: undefined };

/** Asks catalog, once, for every model of a run. */
export const grantModels = async (catalog: Channel, asked: GrantRequest): Promise<GrantedModels> =>
  asked.models.length === 0 ? NONE : catalog.call(DirectoryService.grantModels, requestOf(asked));

/** Catalog's answers to a launch. */
export interface PreparedLaunch {
  /** The saved servers of the launch. */
  found: SavedServer[];
  maxConcurrentRuns: number;
  limits: RunLimits;
  granted: GrantedModels;
}

/** Asks catalog, once, for the servers, the limits, the models and the budgets of a launch. */
export async function prepareLaunch(
  catalog: Channel,
  serverIds: string[],
  asked: GrantRequest,
): Promise<PreparedLaunch> {
  const { projectId, organizationId } = asked;
  const models = asked.models.length === 0 ? undefined : requestOf(asked);
  const { servers, ...answer } = await catalog.call(DirectoryService.prepareLaunch, {
    projectId,
    organizationId,
    serverIds,
    models,
  });
  const { maxConcurrentRuns, runMinutes, queueMinutes, maxRepetitions } = answer;
  return {
    found: servers,
    maxConcurrentRuns,
    limits: { runMinutes, queueMinutes, maxRepetitions },
    granted: models ? answeredGrants(answer) : NONE,
  };
}

const requestOf = ({ keyId = '', runId, keys = {}, ...asked }: GrantRequest): GrantModelsRequest => ({
  ...asked,
  keyId,
  broughtKeys: keys,
  sealedFor: `run:${runId}`,
});
