import { createHash, createHmac, createSecretKey, randomUUID, timingSafeEqual } from 'node:crypto';
import { openSync, writeSync } from 'node:fs';
import { devNull } from 'node:os';
import { Metadata } from '@grpc/grpc-js';
import type { RequestHandler } from 'express';
import { createLog } from '@assay/kit/log';
import { joinedLines } from '@assay/kit/log-lines';

/** The holder of a key, as the least platform tells it to its services. */
interface Holder {
  userId: string;
  organizationId: string;
  keyId: string;
  role: string;
}

/** The caller of the least platform, for one request. */
export interface LeastCaller {
  requestId: string;
  holder: Holder;
}

/** A caller as a call states it: for one message, once. */
interface Statement extends LeastCaller {
  bodyHash: string;
  nonce: string;
  at: number;
}

const SECRET = createSecretKey(Buffer.alloc(32, 'a secret of the mesh'));
const KEY = 'caller-bin';
const SIGNATURE_BYTES = 32;
const HEADERS = Object.entries({
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
});

const sha256 = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('base64url');
const signatureOf = (statement: Buffer): Buffer => createHmac('sha256', SECRET).update(statement).digest();

/**
 * The handlers of the least platform before a request is answered: it gets an id, headers for browsers, a line in the log,
 * and the holder of its key from memory. Every key is known.
 */
export function leastGuards(): RequestHandler[] {
  const out = openSync(devNull, 'w');
  const { stream } = joinedLines({ write: (lines) => void writeSync(out, lines) });
  const log = createLog('least-platform', 'info', stream);
  const holders = new Map<string, Holder>();
  return [
    (req, res, next) => {
      const startedAt = performance.now();
      const requestId = randomUUID();
      res.locals.requestId = requestId;
      res.setHeader('X-Request-Id', requestId);
      for (const [name, value] of HEADERS) res.setHeader(name, value);
      res.once('close', () =>
        log.info(
          { requestId, method: req.method, status: res.statusCode, ms: Math.round(performance.now() - startedAt) },
          'request',
        ),
      );
      next();
    },
    (req, res, next) => {
      const hash = sha256(req.headers.authorization ?? '');
      let holder = holders.get(hash);
      if (!holder) {
        const [userId, organizationId, keyId] = [randomUUID(), randomUUID(), randomUUID()];
        holders.set(hash, (holder = { userId, organizationId, keyId, role: 'owner' }));
      }
      res.locals.holder = holder;
      next();
    },
  ];
}

/** Metadata that states the caller of a request to one RPC with this message. */
export function statedCaller({ requestId, holder }: LeastCaller, message: Buffer): Metadata {
  const statement = Buffer.from(
    JSON.stringify({
      requestId,
      holder,
      bodyHash: sha256(message),
      nonce: randomUUID(),
      at: Date.now(),
    } satisfies Statement),
  );
  const metadata = new Metadata();
  metadata.set(KEY, Buffer.concat([signatureOf(statement), statement]));
  return metadata;
}

/** Makes the check of a service, which returns the caller: each call is signed for its message, and made for the first time. */
export function leastAdmission(): (metadata: Metadata, message: Buffer) => LeastCaller {
  const nonces = new Set<string>();
  return (metadata, message) => {
    const [token] = metadata.get(KEY);
    if (!Buffer.isBuffer(token)) throw new Error('The call names no caller.');
    const statement = token.subarray(SIGNATURE_BYTES);
    if (!timingSafeEqual(signatureOf(statement), token.subarray(0, SIGNATURE_BYTES)))
      throw new Error('The caller is not signed.');
    const { bodyHash, nonce, requestId, holder } = JSON.parse(statement.toString()) as Statement;
    if (bodyHash !== sha256(message) || nonces.has(nonce)) throw new Error('The statement is for another call.');
    nonces.add(nonce);
    return { requestId, holder };
  };
}
