import { hash } from 'node:crypto';
import { DirectoryService, type Principal } from '@assay/contract/gen/assay/v1/catalog';
import { Problem, reasons } from '@assay/contract/problem';
import type { Channel } from '@assay/kit/client';
import type { Handler } from './handler.ts';
import { remember } from './remember.ts';

/** What is known of a key. An orphaned key is a known one: it counts against its limit before it is refused. */
export type Standing = { keyHash: string } & ({ principal: Principal; refusal?: never } | { principal?: never; refusal: Problem });

const BEARER = /^bearer +(sk_[\w-]{1,250})$/i;
const KNOWN_MS = 10_000;
/** Short, so that a key works a moment after it was made. */
const REFUSED_MS = 1_000;

/** Finds out whose key the request carries; UNAUTHORIZED when it carries none that is good. */
export function authenticate(directory: Channel): Handler {
  const standingOf = remember((keyHash) => look(directory, keyHash), { max: 10_000, ttlMs: ({ refusal }) => (refusal ? REFUSED_MS : KNOWN_MS) });
  return async (req, res, next) => {
    const key = BEARER.exec(req.headers.authorization ?? '')?.[1];
    if (!key) throw new Problem('UNAUTHORIZED', 'Send an API key: `Authorization: Bearer sk_…`.');
    const standing = await standingOf(hash('sha256', key, 'base64'));
    if (standing.refusal && standing.refusal.details?.reason !== reasons.ORPHANED_KEY) throw standing.refusal;
    res.locals.standing = standing;
    next();
  };
}

async function look(directory: Channel, keyHash: string): Promise<Standing> {
  try {
    return { keyHash, principal: await directory.call(DirectoryService.authenticate, { keyHash: Buffer.from(keyHash, 'base64') }) };
  } catch (error) {
    if (error instanceof Problem && error.code === 'UNAUTHORIZED') return { keyHash, refusal: error };
    throw error;
  }
}
