import { isIP } from 'node:net';
import { forbidden } from '@assay/contract/problem';

/**
 * Makes the function that refuses a Host which is neither the one of PUBLIC_URL nor one of this machine. A page of
 * another site can make its own name lead here (DNS rebinding), and its requests then come from its own origin.
 */
export function assertOwnHost(publicUrl: string): (host: string | undefined) => void {
  const own = new URL(publicUrl).host;
  return (host = '') => {
    if (host.toLowerCase() !== own && !isLoopback(host))
      throw forbidden(`People sign in at ${publicUrl}, which PUBLIC_URL sets. This request is for another host.`);
  };
}

/** No other site can have these names. */
function isLoopback(host: string): boolean {
  const name = URL.parse(`http://${host}`)?.hostname ?? '';
  return name === 'localhost' || name === '[::1]' || (isIP(name) === 4 && name.startsWith('127.'));
}
