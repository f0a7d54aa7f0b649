import { KeysService } from '@assay/contract/gen/assay/v1/keys';
import { implement, type Implementation } from '@assay/kit/rpc/serve';
import type { Deps } from '../deps.ts';
import { createApiKey } from '../rpc/api-keys/create-api-key.ts';
import { listApiKeys } from '../rpc/api-keys/list-api-keys.ts';
import { listOrganizationApiKeys } from '../rpc/api-keys/list-organization-api-keys.ts';
import { revokeApiKey } from '../rpc/api-keys/revoke-api-key.ts';
import { revokeOrganizationApiKey } from '../rpc/api-keys/revoke-organization-api-key.ts';

export const keys = (deps: Deps): Implementation =>
  implement(KeysService, {
    listApiKeys: listApiKeys(deps),
    createApiKey: createApiKey(deps),
    revokeApiKey: revokeApiKey(deps),
    listOrganizationApiKeys: listOrganizationApiKeys(deps),
    revokeOrganizationApiKey: revokeOrganizationApiKey(deps),
  });
