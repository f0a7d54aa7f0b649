import type { CheckOAuthResult } from '@assay/contract/areas/diagnosis/documents';
import type { SavedServer } from '@assay/mesh/gen/assay/v1/catalog';

export type AuthMethod = CheckOAuthResult['effectiveAuthMethod'];

/** How connections to a server authenticate, as far as its saved settings say so. */
export function savedAuthMethod(
  { transport, authMethod, useOauth }: Pick<SavedServer, 'transport' | 'authMethod' | 'useOauth'>,
  headers: Record<string, string>,
): AuthMethod | undefined {
  if (transport !== 'http') return 'none';
  if (authMethod !== '') return authMethod as AuthMethod;
  if (Object.keys(headers).some((name) => name.toLowerCase() === 'authorization')) return 'headers';
  return useOauth ? 'oauth' : undefined;
}

export const needsGrant = (method: AuthMethod): boolean => method === 'oauth' || method === 'client_credentials';
