import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import proxyAddr from 'proxy-addr';
import { RelayService, type AttachedTunnel } from '@assay/contract/gen/assay/v1/tunnels';
import { invalid, notFound, Problem } from '@assay/contract/problem';
import { hashOfSecret } from '@assay/kit/security/secret';
import { buckets } from '../limits/own-buckets.ts';
import { clientNetwork } from '../http/client-address.ts';
import type { Channel } from '@assay/kit/rpc/client';
import type { TrustedProxies } from '../http/trusted-proxies.ts';

export interface AdmissionOptions {
  diagnostics: Channel;
  /** Where other gateways reach this one; asked once it listens. */
  relayUrl(): string;
  /** Whose word about where a request comes from is believed. */
  trustedProxies: TrustedProxies;
}

const CONNECT_PATH = '/api/v1/tunnels/connect';
const TOKEN = /^bearer +(tt_[\w-]{43})$/i;
/** RFC 6455, section 4.1: 16 bytes in base64. */
const WEBSOCKET_KEY = /^[+/0-9A-Za-z]{22}==$/;
/** How often somebody may dial from one address: as many as share one, all at once after a restart. */
const DIALS = { perMinute: 120, burst: 60 };
/** A token that was refused once is never good again; how long that is remembered, in milliseconds. */
const REFUSED_MS = 10 * 60_000;

/** Says whose tunnel a request for a WebSocket opens, which this relay holds from then on. Throws a Problem for any that opens none. */
export function admission({
  diagnostics,
  relayUrl,
  trustedProxies,
}: AdmissionOptions): (req: IncomingMessage) => Promise<AttachedTunnel> {
  const dials = buckets(DIALS, 'from this address');
  const refused = new LRUCache<string, Problem>({ max: 10_000, ttl: REFUSED_MS });
  return async (req) => {
    if (req.url !== CONNECT_PATH) throw notFound('path');
    const [, token] = TOKEN.exec(req.headers.authorization ?? '') ?? [];
    if (token === undefined)
      throw new Problem('UNAUTHORIZED', 'Send the token of a tunnel: `Authorization: Bearer tt_…`.');
    // To attach takes the tunnel from the connection that has it, so whoever cannot go on must not come so far.
    if (
      req.method !== 'GET' ||
      !WEBSOCKET_KEY.test(req.headers['sec-websocket-key'] ?? '') ||
      req.headers['sec-websocket-version'] !== '13'
    )
      throw invalid('A tunnel is a WebSocket of version 13.');
    dials.take(clientNetwork({ ip: proxyAddr(req, trustedProxies), socket: req.socket }));
    const tokenHash = hashOfSecret(token);
    const known = refused.get(tokenHash.toString('base64'));
    if (known) throw known;
    try {
      return await diagnostics.call(RelayService.attachTunnel, { tokenHash, relayUrl: relayUrl() });
    } catch (error) {
      if (error instanceof Problem && error.code === 'UNAUTHORIZED') refused.set(tokenHash.toString('base64'), error);
      throw error;
    }
  };
}
