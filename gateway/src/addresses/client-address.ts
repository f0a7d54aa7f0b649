import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { networkOf } from '@assay/kit/requests/network';

/** A request with the address that trusted proxies name, which may be any text. */
type RequestSource = Pick<IncomingMessage, 'socket'> & { ip?: string | undefined };

/** The address of a request's sender: the address that proxies name, else the peer of the connection. */
export function clientAddress({ ip = '', socket }: RequestSource): string {
  const address = isIP(ip) > 0 ? ip : (socket.remoteAddress ?? '');
  // Drops an IPv6 zone, which has a meaning only on the sender's machine, and no length limit.
  return address.split('%', 1)[0]!;
}

/** The network under which a request's sender is counted. */
export const clientNetwork = (sent: RequestSource): string => networkOf(clientAddress(sent));
