import type { IncomingMessage } from 'node:http';
import proxyAddr from 'proxy-addr';
import type { Incoming } from '@assay/kit/rpc/handler';
import { clientNetwork } from '../http/client-address.ts';
import type { TrustedProxies } from '../http/trusted-proxies.ts';

/** What stands for the sender of a gRPC call wherever calls are counted: as of requests, whom the trusted proxies on its way name. */
export function networkOfCall(
  { metadata, peer }: Pick<Incoming, 'metadata' | 'peer'>,
  trusted: TrustedProxies,
): string {
  const socket = { remoteAddress: peer.slice(0, peer.lastIndexOf(':')) };
  const sent = {
    headers: { 'x-forwarded-for': metadata.get('x-forwarded-for').join(', ') },
    socket,
  } as unknown as IncomingMessage;
  return clientNetwork({ ip: proxyAddr(sent, trusted), socket: sent.socket });
}
