import { getOauthClientMetadata as operation } from '@assay/contract/operations/connections';
import { handle } from '@assay/kit/rpc/handle';
import { clientMetadata } from '@assay/mcp/oauth/register';
import { clientMetadataUrl, redirectUri } from '../../flows/server-connections/authorization-context.ts';
import type { Deps } from '../../deps.ts';

export const getOauthClientMetadata = (deps: Deps) =>
  handle(operation, async () => ({
    ...clientMetadata(redirectUri(deps)),
    client_name: 'Assay',
    client_id: clientMetadataUrl(deps),
    redirect_uris: [redirectUri(deps)],
  }));
