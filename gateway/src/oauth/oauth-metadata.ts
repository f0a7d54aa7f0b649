import type { IRouter } from 'express';
import type { Audience } from '@assay/contract/areas/grants/documents';
import { audiencePaths, issuerOf } from '@assay/contract/areas/grants/resources';
import { operations } from '@assay/contract/operations';
import { allScopes } from '@assay/contract/areas/grants/scopes';
import type { ApiHandler } from '../http/handler.ts';

const SERVER_METADATA = '/.well-known/oauth-authorization-server';

const resourceMetadata = (audience: Audience): string =>
  `/.well-known/oauth-protected-resource${audiencePaths[audience]}`;

/**
 * Serves what applications read before they sign a person in: how each API is protected (RFC 9728), and where the
 * authorization server of this installation is (RFC 8414), which `catalog` implements.
 */
export function mountOAuthMetadata(router: IRouter, publicUrl: string): void {
  for (const audience of Object.keys(audiencePaths) as Audience[])
    router.get(resourceMetadata(audience), (_req, res) => {
      res.json(protectedResource(publicUrl, audience));
    });
  const { pathname } = new URL(publicUrl);
  // Below a path, the metadata is where RFC 8414 puts the path behind the well-known name.
  for (const path of new Set([SERVER_METADATA, `${SERVER_METADATA}${pathname}`.replace(/\/$/, '')]))
    router.get(path, (_req, res) => {
      res.json(authorizationServer(publicUrl));
    });
}

/** Tells callers without a valid credential where to read how an API is protected (RFC 9728, section 5.1). */
export const challengeOf = (publicUrl: string, audience: Audience): ApiHandler => {
  const challenge = `Bearer realm="assay", resource_metadata="${issuerOf(publicUrl)}${resourceMetadata(audience)}"`;
  return (_req, res, next) => {
    res.locals.challenge = challenge;
    next();
  };
};

const protectedResource = (publicUrl: string, audience: Audience) => ({
  resource: `${issuerOf(publicUrl)}${audiencePaths[audience]}`,
  resource_name: 'Assay',
  authorization_servers: [issuerOf(publicUrl)],
  scopes_supported: allScopes,
  bearer_methods_supported: ['header'],
  resource_documentation: `${issuerOf(publicUrl)}/docs`,
});

function authorizationServer(publicUrl: string): object {
  const issuer = issuerOf(publicUrl);
  const { openAuthorization, issueTokens, beginDeviceAuthorization, revokeToken, registerApplication } = operations;
  return {
    issuer,
    authorization_endpoint: issuer + openAuthorization.path,
    token_endpoint: issuer + issueTokens.path,
    device_authorization_endpoint: issuer + beginDeviceAuthorization.path,
    revocation_endpoint: issuer + revokeToken.path,
    registration_endpoint: issuer + registerApplication.path,
    scopes_supported: allScopes,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    service_documentation: `${issuer}/docs`,
  };
}
