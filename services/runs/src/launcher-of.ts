import type { CreateRunRequest } from '@assay/contract/gen/assay/v1/runs';
import type { Caller } from '@assay/kit/caller';
import { parseCi, parseLauncher } from './domain/launcher.ts';
import type { Launcher } from './draw-up.ts';

/** Who launches by the API, with the key of the headers, or else of the body. */
export const launcherOf = (
  { organizationId = '', keyId }: Caller, { projectId, idempotencyKey, launcher, ci }: Omit<CreateRunRequest, 'input'>, keyInBody?: string,
): Launcher => ({
  projectId, organizationId, keyId, source: 'api', idempotencyKey: keyOf(idempotencyKey) ?? keyOf(keyInBody), launcher: parseLauncher(launcher), ci: parseCi(ci),
});

/** Keys that are blank or over 256 characters count as none. */
const keyOf = (text: string | undefined) => (text?.trim() && text.length <= 256 ? text : undefined);
