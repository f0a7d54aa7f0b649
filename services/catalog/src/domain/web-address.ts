import type { Fault } from '@assay/contract/fault';

/** The fault of an address for an outgoing connection: it must be http or https, and without credentials. */
export function urlFault(path: string, text: string | undefined): Fault | undefined {
  if (text === undefined) return undefined;
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) return { path, message: 'must be an http or https URL' };
  if (url.username || url.password) return { path, message: 'must not carry a user name or password' };
  return undefined;
}
