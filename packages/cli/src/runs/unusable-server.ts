import { Problem } from '@assay/sdk';

/** Refusals of a launch that are about one of its servers when they name it; other ones are about the caller. */
const SERVER_CODES = ['TIMEOUT', 'OAUTH_REQUIRED', 'UNAUTHORIZED', 'FORBIDDEN'];

/** Whether a launch was refused because a server under test cannot be used: it is down, or wants another credential. */
export function isUnusableServer(error: unknown): error is Problem {
  if (!(error instanceof Problem)) return false;
  const { code, details } = error;
  return code === 'SERVER_UNREACHABLE' || (SERVER_CODES.includes(code) && details?.serverId !== undefined);
}
