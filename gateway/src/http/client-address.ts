import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { networkOf } from '@assay/kit/requests/network';

/** A request, and the address that the trusted proxies on its way say it comes from, which may be any text. */
type RequestSource = Pick<IncomingMessage, 'socket'> & { ip?: string | undefined };

/** The address that a request comes from: whoever holds the connection where no proxy names one. */
export function clientAddress({ ip = '', socket }: RequestSource): string {
  const address = isIP(ip) > 0 ? ip : (socket.remoteAddress ?? '');
  // Of the sender's own machine, and as long as it likes.
  return address.replace(/%.*$/, '');
}

/** What stands for the sender of a request wherever requests are counted. */
export const clientNetwork = (sent: RequestSource): string => networkOf(clientAddress(sent));
