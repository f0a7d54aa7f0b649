import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import { clientMetadata } from '@assay/mcp/oauth/register';
import { clientMetadataUrl, redirectUri } from '../../flows/server-connections/authorization-context.ts';
import type { Deps } from '../../deps.ts';

export const getOauthClientMetadata = (deps: Deps) =>
  handle(operations.getOauthClientMetadata, async () => ({
    ...clientMetadata(redirectUri(deps)),
    client_name: 'Assay',
    client_id: clientMetadataUrl(deps),
    redirect_uris: [redirectUri(deps)],
  }));
