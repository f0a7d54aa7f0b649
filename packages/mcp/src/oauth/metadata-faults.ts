import { assertSecureTokenEndpoint, type AuthorizationServerMetadata } from '@modelcontextprotocol/client';
import type { DiscoveryFault } from './discovery-fault.ts';

const ENDPOINTS = ['authorization_endpoint', 'token_endpoint', 'registration_endpoint'] as const;

/** Faults of an authorization server's metadata that MCP clients cannot work with. */
export function metadataFaults(metadata: AuthorizationServerMetadata, url: string): DiscoveryFault[] {
  const methods = metadata.code_challenge_methods_supported;
  const fault = (code: string, message: string): DiscoveryFault => ({ code, message, url });
  return [
    ...ENDPOINTS.filter((name) => !isSecure(metadata[name])).map((name) =>
      fault('insecure-endpoint', `The ${name} is not https, so nothing secret is sent there.`),
    ),
    ...(methods?.includes('S256')
      ? []
      : [
          fault(
            'pkce-unsupported',
            `The authorization server ${methods ? 'does not take' : 'does not say that it takes'} PKCE with S256, which MCP asks for.`,
          ),
        ]),
    ...(metadata.response_types_supported.includes('code')
      ? []
      : [fault('code-flow-unsupported', 'The authorization server does not answer with authorization codes.')]),
  ];
}

function isSecure(endpoint: string | undefined): boolean {
  try {
    if (endpoint !== undefined) assertSecureTokenEndpoint(endpoint);
    return true;
  } catch {
    return false;
  }
}
