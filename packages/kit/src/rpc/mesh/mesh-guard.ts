import { callerOf, MeshFault, runnerSecretOf, type MeshSecrets } from '../../security/caller.ts';
import { SeenNonces } from '../../security/seen-nonces.ts';
import type { AdmittedCall, IncomingCall } from '../handler.ts';

/**
 * Refuses calls that this mesh did not sign, and calls that this process was made before. Each other replica would accept
 * an overheard call once while its signature holds: docs/architecture.md says why. Mutual TLS leaves nothing to overhear.
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
