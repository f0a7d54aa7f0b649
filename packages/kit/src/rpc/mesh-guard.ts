import { LRUCache } from 'lru-cache';
import { callerOf, MeshFault, runnerSecretOf, type MeshSecrets } from '../security/caller.ts';
import { SeenNonces } from '../security/seen-nonces.ts';
import type { Logger } from '../log.ts';
import type { AdmittedCall, IncomingCall } from './handler.ts';

/**
 * Refuses calls that this mesh did not sign, and calls that were made before. The second half holds for one process: a
 * call to one replica of a service could be repeated to another, which mTLS or a network policy prevents.
 */
export class MeshGuard {
  readonly #secrets: MeshSecrets;
  readonly #nonces = new SeenNonces();

  constructor(secrets: MeshSecrets) {
    // Deriving a secret takes longer than a call.
    this.#secrets = { ...secrets, runnerSecret: runnerSecretOf(secrets) };
  }

  /** @throws MeshFault for a call that is not of this mesh, or a replay. */
  readonly admit = ({ path, metadata }: IncomingCall, now = Date.now()): AdmittedCall => {
    const { caller, bodyHash, nonce, validUntil } = callerOf(metadata, this.#secrets, path, now);
    if (!this.#nonces.add(nonce, validUntil, now)) throw new MeshFault('The call was made before.');
    return { caller, bodyHash };
  };
}

/** A refusal of one peer for one reason is logged once in this time, in milliseconds. */
const AGAIN_MS = 60_000;
const MAX_REMEMBERED = 1_000;

/** Makes the function that logs refused calls: each peer and reason once a minute, with the number of calls since. */
export function refusedCalls(log: Logger): (fault: MeshFault, call: Pick<IncomingCall, 'path' | 'peer'>) => void {
  const recent = new LRUCache<string, { since: number; refused: number }>({ max: MAX_REMEMBERED });
  return ({ message }, { path, peer }) => {
    const host = peer.slice(0, peer.lastIndexOf(':'));
    const name = `${host} ${message}`;
    const known = recent.get(name);
    if (known) known.refused++;
    if (known && performance.now() - known.since < AGAIN_MS) return;
    recent.set(name, { since: performance.now(), refused: 0 });
    log.warn({ rpc: path, peer: host, reason: message, refused: known?.refused ?? 1 }, 'a call was refused');
  };
}
