import type { Caller } from '@assay/kit/security/caller';
import { ownKey, requestHash } from '@assay/kit/requests/idempotency';
import { parseCi, parseLauncher } from '../../domain/eval-runs/launcher.ts';
import type { Launcher } from './draw-up.ts';

/** What launches have in common: a key of their own, and secrets that nothing is to be told of, not even whether they are the same. */
interface Asked {
  idempotencyKey?: string;
  modelApiKeys?: object;
}

/** Who launches by the API, with the key of the headers, or else of the body. */
export const launcherOf = (
  { organizationId = '', keyId }: Caller,
  { projectId, idempotencyKey, launcher, ci }: Record<'projectId' | 'idempotencyKey' | 'launcher' | 'ci', string>,
  { idempotencyKey: keyInBody, modelApiKeys: _secret, ...asked }: Asked,
): Launcher => ({
  projectId,
  organizationId,
  keyId,
  source: 'api',
  idempotencyKey: ownKey(idempotencyKey, keyInBody),
  requestHash: requestHash(asked),
  launcher: parseLauncher(launcher),
  ci: parseCi(ci),
});
