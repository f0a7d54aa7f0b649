import { UNSUPPORTED_VERSION } from '../diagnosis/codes.ts';
import { evidenceOf } from '../diagnosis/evidence.ts';
import type { HttpAnswer } from '../transport/answer.ts';
import { NEWEST_REVISION } from './open-connection.ts';

/** Whether a server refused `initialize` because it serves the newest revision (-32022 with `data.supported`). */
export function isRefusedForNewest(error: unknown, answer?: HttpAnswer): boolean {
  const { rpcCode, offeredVersions = [] } = evidenceOf(error, answer);
  return rpcCode === UNSUPPORTED_VERSION && offeredVersions.includes(NEWEST_REVISION);
}
