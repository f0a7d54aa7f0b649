import type { ImportTokens } from '@assay/contract/documents/oauth';

export interface Fault { path: string; message: string }

/** What the schema of an import cannot say: tokens go to the server that they were granted for, and to nobody else. */
export function importFault({ transport, url }: { transport: string; url: string }, { serverUrl, oauthResourceUrl, authorizationServerUrl }: ImportTokens): Fault | undefined {
  if (transport !== 'http') return { path: '/serverUrl', message: 'cannot be of a server that is started by a command' };
  if (URL.parse(serverUrl)?.origin !== URL.parse(url)?.origin) return { path: '/serverUrl', message: 'must be on the origin of the saved server' };
  const addresses = { serverUrl, oauthResourceUrl, authorizationServerUrl };
  const [name] = Object.entries(addresses).find(([, address]) => address !== undefined && !isWebAddress(address)) ?? [];
  return name === undefined ? undefined : { path: `/${name}`, message: 'must be an http or https URL without user name and password' };
}

function isWebAddress(address: string): boolean {
  const { protocol = '', username, password } = URL.parse(address) ?? {};
  return /^https?:$/.test(protocol) && !username && !password;
}
