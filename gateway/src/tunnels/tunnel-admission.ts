import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import proxyAddr from 'proxy-addr';
import { RelayService, type AttachedTunnel } from '@assay/mesh/gen/assay/v1/tunnels';
import { invalid, notFound, Problem } from '@assay/contract/problem';
import { hashOfSecret } from '@assay/kit/security/secret';
import { localBuckets } from '../limits/local-buckets.ts';
import { clientNetwork } from '../addresses/client-address.ts';
import type { Channel } from '@assay/kit/rpc/client';
import type { TrustedProxies } from '../addresses/trusted-proxies.ts';

export interface AdmissionOptions {
  diagnostics: Channel;
  /** The URL of this gateway for other gateways; read after it listens. */
  relayUrl(): string;
  /** The proxies whose forwarding headers are trusted. */
  trustedProxies: TrustedProxies;
}

const CONNECT_PATH = '/api/v1/tunnels/connect';
const TOKEN = /^bearer +(tt_[\w-]{43})$/i;
/** RFC 6455, section 4.1: 16 bytes in base64. */
const WEBSOCKET_KEY = /^[+/0-9A-Za-z]{22}==$/;
/** The limit of dials from one address: servers that share an address all dial again after a restart. */
const DIALS = { perMinute: 120, burst: 60 };
/** How long a refused token is remembered, in milliseconds; it never becomes valid again. */
const REFUSED_MS = 10 * 60_000;

/**
 * Makes the admission of WebSocket requests: attaches the tunnel of the request's token to this relay. Throws a Problem
 * for any other request.
 */
export function tunnelAdmission({
  diagnostics,
  relayUrl,
  trustedProxies,
}: AdmissionOptions): (req: IncomingMessage) => Promise<AttachedTunnel> {
  const dials = localBuckets(DIALS, 'from this address');
  const refused = new LRUCache<string, Problem>({ max: 10_000, ttl: REFUSED_MS });
  return async (req) => {
    if (req.url !== CONNECT_PATH) throw notFound('path');
    const [, token] = TOKEN.exec(req.headers.authorization ?? '') ?? [];
    if (token === undefined)
      throw new Problem('UNAUTHORIZED', 'Send the token of a tunnel: `Authorization: Bearer tt_…`.');
    // Checked before the attachment, which takes the tunnel from its present connection.
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
