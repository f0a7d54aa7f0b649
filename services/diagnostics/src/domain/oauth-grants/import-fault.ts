import type { ImportTokens } from '@assay/contract/areas/oauth-grants/documents';

export interface ImportFault {
  path: string;
  message: string;
}

/**
 * Rules that the schema of an import cannot express. Tokens go only to the server that they were granted for. A secret
 * that is saved with the server never goes to an authorization server that the importer names.
 */
export function importFault(
  { transport, url, hasSecret }: { transport: string; url: string; hasSecret: boolean },
  { serverUrl, oauthResourceUrl, authorizationServerUrl, clientInformation }: ImportTokens,
): ImportFault | undefined {
  if (transport !== 'http')
    return { path: '/serverUrl', message: 'cannot be of a server that is started by a command' };
  if (URL.parse(serverUrl)?.origin !== URL.parse(url)?.origin)
    return { path: '/serverUrl', message: 'must be on the origin of the saved server' };
  const addresses = { serverUrl, oauthResourceUrl, authorizationServerUrl };
  const [name] = Object.entries(addresses).find(([, address]) => address !== undefined && !isWebAddress(address)) ?? [];
  if (name !== undefined)
    return { path: `/${name}`, message: 'must be an http or https URL without user name and password' };
  const isForSaved = authorizationServerUrl !== undefined && clientInformation === undefined && hasSecret;
  return isForSaved
    ? {
        path: '/clientInformation',
        message:
          'must say to whom the tokens were granted where authorizationServerUrl is given: the client that is saved with the server has a secret',
      }
    : undefined;
}

function isWebAddress(address: string): boolean {
  const { protocol = '', username, password } = URL.parse(address) ?? {};
  return /^https?:$/.test(protocol) && !username && !password;
}
