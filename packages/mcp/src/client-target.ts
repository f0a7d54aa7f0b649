import type { ClientConfig } from '@assay/contract/areas/clients/config';
import type { ClientHandshake } from '@assay/contract/areas/clients/open-settings';
import { given } from '@assay/contract/given';
import type { SavedServer } from '@assay/mesh/gen/assay/v1/catalog';
import { isObject } from '@assay/contract/json';
import { timeoutsOf } from './saved-server.ts';
import type { ServerTarget } from './target.ts';
import type { ServerTimeouts } from './timeouts.ts';

/** The extension of MCP Apps (SEP-1865) among the capabilities of a client. */
const APPS = 'io.modelcontextprotocol/ui';

/**
 * The target as a client of this configuration reaches it. Headers: the defaults of the client, then the saved ones of
 * the server, then the client's for this server. Access tokens stay: settings of a client hold no credentials. How the client speaks, and what it declares, is its own: it replaces what is saved with the server.
 */
export function targetForClient(target: ServerTarget, config: ClientConfig): ServerTarget {
  const { connectionDefaults, mcpProfile = { profileVersion: 1 } } = config;
  const { headersOverride = {}, mcpProtocolVersionOverride } = overrideFor(target.serverId, config);
  const headers = layered(connectionDefaults.headers, target.headers ?? {}, headersOverride);
  const protocolVersion = mcpProtocolVersionOverride ?? mcpProfile.mcpProtocolVersion ?? target.protocolVersion;
  const { clientInfo } = handshakeOf(config);
  const { toolParamHeaderMirroring, paginationTraversal, mrtrSupport } = mcpProfile;
  return {
    ...target,
    clientCapabilities: declaredBy(config),
    ...(Object.keys(headers).length > 0 && { headers }),
    ...given({ protocolVersion, clientInfo, toolHeaders: toolParamHeaderMirroring }),
    ...(mrtrSupport === 'none' && { answersInput: false }),
    ...(paginationTraversal === 'firstPageOnly' && { firstPageOnly: true }),
  };
}

/** Whether a client reaches a server as one without settings does. */
export function isPlainClient(serverId: string, config: ClientConfig): boolean {
  const { connectionDefaults, mcpProfile } = config;
  const { headersOverride = {}, mcpProtocolVersionOverride } = overrideFor(serverId, config);
  const { profileVersion: _, ...profile } = mcpProfile ?? {};
  const ways = [connectionDefaults.headers, headersOverride, profile, declaredBy(config)];
  return mcpProtocolVersionOverride === undefined && ways.every((way) => Object.keys(way).length === 0);
}

/**
 * The timeouts of requests: the client's for this server, else the saved timeout of the server, else the default of
 * the client.
 */
export const timeoutsForClient = (server: Pick<SavedServer, 'id' | 'timeoutMs'>, config: ClientConfig) =>
  timeoutsOf({
    timeoutMs:
      overrideFor(server.id, config).requestTimeoutOverride ??
      (server.timeoutMs || (config.connectionDefaults.requestTimeout ?? 0)),
  }) satisfies Partial<ServerTimeouts>;

/** The capabilities that the client declares. */
export function declaredBy(config: ClientConfig): Record<string, unknown> {
  const { clientCapabilities, mcpProfile } = config;
  const declared = { ...clientCapabilities, ...handshakeOf(config).capabilities };
  if (!mcpProfile?.apps) return declared;
  const { extensions } = declared;
  return { ...declared, extensions: { ...(isObject(extensions) && extensions), [APPS]: mcpProfile.apps } };
}

const handshakeOf = ({ mcpProfile }: ClientConfig): ClientHandshake => mcpProfile?.initialize ?? {};

const overrideFor = (serverId: string, { serverConnectionOverrides = {} }: ClientConfig) =>
  Object.hasOwn(serverConnectionOverrides, serverId) ? serverConnectionOverrides[serverId]! : {};

/** Headers in lower case; later ones take the place of earlier ones. */
const layered = (...layers: Record<string, string>[]): Record<string, string> =>
  Object.fromEntries(
    layers.flatMap((headers) => Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
  );
