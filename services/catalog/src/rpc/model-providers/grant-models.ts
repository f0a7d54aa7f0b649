import type { GrantedModels, GrantModelsRequest } from '@assay/mesh/gen/assay/v1/catalog';
import type { RpcHandler } from '@assay/kit/rpc/handler';
import type { Deps } from '../../deps.ts';
import { modelGranter } from '../../flows/model-providers/grant-models.ts';

export const grantModels = (deps: Deps): RpcHandler<GrantModelsRequest, GrantedModels> => modelGranter(deps);
