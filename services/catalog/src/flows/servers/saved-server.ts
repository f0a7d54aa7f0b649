import type { SavedServer } from '@assay/mesh/gen/assay/v1/catalog';
import type { StoredServer } from '../../store/servers/servers.ts';

/** A server in the form of the mesh; absent settings become proto's empty values. */
export const toSavedServer = (projectId: string, { id, config, credentials }: StoredServer): SavedServer => ({
  id,
  projectId,
  name: config.name,
  enabled: config.enabled,
  transport: config.transportType,
  url: config.url ?? '',
  command: config.command ?? '',
  args: config.args ?? [],
  sealedCredentials: credentials ?? Buffer.alloc(0),
  timeoutMs: Math.ceil(config.timeout ?? 0),
  protocolVersion: config.protocolVersion ?? '',
  useOauth: config.useOAuth ?? false,
  runnerLabels: config.runnerLabels ?? [],
  clientId: config.clientId ?? '',
  oauthScopes: config.oauthScopes ?? [],
  oauthResourceUrl: config.oauthResourceUrl ?? '',
  authMethod: config.authMethod ?? '',
  registrationStrategy: config.oauthRegistrationStrategy ?? config.registrationMode ?? '',
  clientCapabilities: config.clientCapabilities
    ? Buffer.from(JSON.stringify(config.clientCapabilities))
    : Buffer.alloc(0),
});
