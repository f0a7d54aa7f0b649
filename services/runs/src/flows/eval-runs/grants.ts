import { DirectoryService, type GrantedModels } from '@assay/mesh/gen/assay/v1/catalog';
import type { Channel } from '@assay/kit/rpc/client';

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

/** Asks catalog, once, for every model of a run. */
export async function grantModels(
  catalog: Channel,
  { projectId, organizationId, suiteId, keyId = '', runId, models, keys = {} }: GrantRequest,
): Promise<GrantedModels> {
  if (models.length === 0) return { grants: [], sealedAccess: Buffer.alloc(0), refusal: undefined };
  return catalog.call(DirectoryService.grantModels, {
    projectId,
    organizationId,
    suiteId,
    keyId,
    models,
    broughtKeys: keys,
    sealedFor: `run:${runId}`,
  });
}
