import {
  discoverAuthorizationServerMetadata,
  discoverOAuthProtectedResourceMetadata,
  IssuerMismatchError,
  type AuthorizationServerMetadata,
  type OAuthProtectedResourceMetadata,
} from '@modelcontextprotocol/client';
import type { ServerTarget } from '../target.ts';
import { metadataFaults } from './metadata-faults.ts';
import { metadataReadFault, type DiscoveryFault } from './discovery-fault.ts';
import { isResourceOf, resourceFault } from './resource-fault.ts';
import { strategiesOf, type RegistrationStrategy } from './registration-strategy.ts';
import { documentFetch, type DocumentExchange, type DocumentFetch } from './document-fetch.ts';

/** The authorization server of a server, and its metadata; without metadata the default endpoints are used. */
export interface AuthorizationServer {
  authorizationServerUrl?: string;
  authorizationServerMetadataUrl?: string;
  authorizationServerMetadata?: AuthorizationServerMetadata;
}

export interface OAuthDiscovery extends AuthorizationServer {
  resourceMetadataUrl?: string;
  resourceMetadata?: OAuthProtectedResourceMetadata;
  registrationStrategies: RegistrationStrategy[];
  /** The scopes of the challenge, or else those in the metadata of the resource. */
  scopes?: string[];
  /** The RFC 8707 resource of tokens, as the server writes it. */
  resource?: string;
  faults: DiscoveryFault[];
}

/** The OAuth parameters of a 401 response. */
export interface OAuthChallenge {
  resourceMetadataUrl?: string;
  scope?: string;
}

const DISCOVERY_MS = 8_000;
interface DiscoveryOptions {
  signal?: AbortSignal;
}
interface WatchedDiscovery extends DiscoveryOptions {
  /** Asks for no metadata of the resource, as clients of MCP 2025-03-26 do. */
  isFromOrigin?: boolean;
  /** Told of each request, and whose metadata it asks for. */
  seen?: (whose: 'resource' | 'server', exchange: DocumentExchange) => void;
}
const within = (signal: AbortSignal | undefined) =>
  AbortSignal.any([AbortSignal.timeout(DISCOVERY_MS), ...(signal ? [signal] : [])]);
/** At most this many authorization servers of a resource are tried. */
const MAX_SERVERS = 3;

/**
 * Discovers the OAuth metadata of a server: from the metadata of the resource (RFC 9728) and of its authorization
 * server (RFC 8414, OpenID Connect Discovery), or from its own origin as in MCP 2025-03-26. Never throws: `faults`
 * holds all errors.
 */
export async function discoverOAuth(
  { url, egress, signal, isFromOrigin = false, seen }: Pick<ServerTarget, 'url' | 'egress'> & WatchedDiscovery,
  challenge: OAuthChallenge = {},
): Promise<OAuthDiscovery> {
  const limit = within(signal);
  const wireTo = (whose: 'resource' | 'server') =>
    documentFetch(egress, limit, seen && ((exchange) => seen(whose, exchange)));
  const resource: ResourceReading = isFromOrigin
    ? { found: {}, faults: [] }
    : await readResource(url, challenge.resourceMetadataUrl, wireTo('resource'));
  const wire = wireTo('server');
  const { resourceMetadata } = resource.found;
  const named = resourceMetadata?.authorization_servers ?? [];
  const server =
    named.length > 0
      ? await firstServer(named.slice(0, MAX_SERVERS), wire)
      : await readServer(String(new URL('/', url)), wire, true);
  const scopes = challenge.scope?.split(' ').filter(Boolean) ?? resourceMetadata?.scopes_supported;
  const isOurs = resourceMetadata && isResourceOf(url, resourceMetadata.resource);
  const mismatch = resourceMetadata && resourceFault(url, resourceMetadata.resource);
  return {
    ...resource.found,
    ...server.found,
    registrationStrategies: strategiesOf(server.found.authorizationServerMetadata),
    ...(scopes?.length && { scopes }),
    ...(isOurs && { resource: resourceMetadata.resource }),
    faults: [
      ...resource.faults,
      ...(mismatch ? [{ ...mismatch, url: resource.found.resourceMetadataUrl! }] : []),
      ...(resourceMetadata && named.length === 0
        ? [
            {
              code: 'authorization-servers-missing',
              message:
                "The metadata of the protected resource name no authorization server; the server's own origin is taken for it.",
              url: resource.found.resourceMetadataUrl!,
            },
          ]
        : []),
      ...server.faults,
    ],
  };
}

/** Discovers the authorization server at a given address. Never throws. */
export async function discoverAuthorizationServer(
  url: string,
  { egress, signal }: Pick<ServerTarget, 'egress'> & DiscoveryOptions,
): Promise<AuthorizationServer & { faults: DiscoveryFault[] }> {
  const { found, faults } = await readServer(url, documentFetch(egress, within(signal)));
  return { ...found, faults };
}

interface Reading<T> {
  found: T;
  faults: DiscoveryFault[];
}

type ResourceReading = Reading<Pick<OAuthDiscovery, 'resourceMetadataUrl' | 'resourceMetadata'>>;

async function readResource(url: string, named: string | undefined, wire: DocumentFetch): Promise<ResourceReading> {
  const faults: DiscoveryFault[] = [];
  const isOwn = named !== undefined && URL.parse(named)?.origin === new URL(url).origin;
  // RFC 9728 derives this address from the resource's own. An address elsewhere would let the server choose where we
  // connect.
  if (named !== undefined && !isOwn)
    faults.push({
      code: 'resource-metadata-elsewhere',
      message: "The challenge names metadata on another origin than the server's, which are not read.",
      url: named,
    });
  for (const resourceMetadataUrl of isOwn ? [named, undefined] : [undefined]) {
    try {
      const resourceMetadata = await discoverOAuthProtectedResourceMetadata(
        url,
        resourceMetadataUrl === undefined ? {} : { resourceMetadataUrl },
        wire.fetch,
      );
      return { found: { resourceMetadataUrl: wire.latest()!.url, resourceMetadata }, faults };
    } catch (error) {
      const { status = 0 } = wire.latest() ?? {};
      const isMissing = status >= 400 && status < 500;
      if (!isMissing || resourceMetadataUrl !== undefined)
        faults.push(metadataReadFault('resource-metadata', error, wire));
      else
        faults.push({
          code: 'resource-metadata-missing',
          message:
            'The server publishes no metadata of a protected resource (RFC 9728); its own origin is taken for the authorization server, as in MCP 2025-03-26.',
        });
    }
  }
  return { found: isOwn ? { resourceMetadataUrl: named } : {}, faults };
}

/** The first authorization server with metadata, or else the first one. */
async function firstServer(urls: string[], wire: DocumentFetch): Promise<Reading<AuthorizationServer>> {
  let first: Reading<AuthorizationServer> | undefined;
  for (const url of urls) {
    const reading = await readServer(url, wire);
    if (reading.found.authorizationServerMetadata) return reading;
    first ??= reading;
  }
  return first!;
}

/** `isAssumed`: the address is the server's own origin and was not named; its issuer may then have a path. */
async function readServer(
  authorizationServerUrl: string,
  wire: DocumentFetch,
  isAssumed = false,
): Promise<Reading<AuthorizationServer>> {
  try {
    const metadata = await discoverAuthorizationServerMetadata(authorizationServerUrl, {
      fetchFn: wire.fetch,
      skipIssuerValidation: isAssumed,
    });
    if (metadata && isAssumed && URL.parse(metadata.issuer)?.origin !== new URL(authorizationServerUrl).origin)
      throw new IssuerMismatchError('metadata', authorizationServerUrl, metadata.issuer);
    if (metadata) {
      const { url, body } = wire.latest()!;
      // The official client drops fields that OpenID discovery does not define, such as the revocation endpoint.
      const whole = { ...(JSON.parse(String(body)) as object), ...metadata };
      return {
        found: { authorizationServerUrl, authorizationServerMetadataUrl: url, authorizationServerMetadata: whole },
        faults: metadataFaults(metadata, url),
      };
    }
    return {
      found: { authorizationServerUrl },
      faults: [
        {
          code: 'authorization-server-metadata-missing',
          message:
            'The authorization server does not describe itself; /authorize, /token and /register at its origin are taken for its endpoints, as in MCP 2025-03-26.',
          url: authorizationServerUrl,
        },
      ],
    };
  } catch (error) {
    return { found: { authorizationServerUrl }, faults: [metadataReadFault('authorization-server', error, wire)] };
  }
}
