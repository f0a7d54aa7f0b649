import { METHOD_NOT_FOUND, UNSUPPORTED_VERSION } from '../diagnosis/codes.ts';
import { evidenceOf } from '../diagnosis/evidence.ts';
import type { HttpAnswer } from '../transport/answer.ts';
import { NEWEST_REVISION } from './open-connection.ts';

/** Whether a server refused `initialize` because it serves the newest revision (-32022 with `data.supported`). */
export function isRefusedForNewest(error: unknown, answer?: HttpAnswer): boolean {
  const { rpcCode, offeredVersions = [] } = evidenceOf(error, answer);
  return rpcCode === UNSUPPORTED_VERSION && offeredVersions.includes(NEWEST_REVISION);
}

/**
 * Whether the answer to `initialize` says that a probe which is not answered yet will be: the server serves the newest
 * revision, or does not know `initialize`, while one that answers unknown methods would have answered the probe.
 */
export const isOnlyNewer = (error: unknown, answer?: HttpAnswer): boolean =>
  isRefusedForNewest(error, answer) || evidenceOf(error, answer).rpcCode === METHOD_NOT_FOUND;
