import { recheckAccess } from '../access/recheck-access.ts';
import type { OpenStreams } from '../limits/open-streams.ts';
import type { ApiHandler, ApiRequest, ApiResponse } from './handler.ts';
import type { StreamContext } from './stream.ts';

/** The dependencies of calls that may wait for a change. */
export interface WaitContext {
  streams: OpenStreams;
  stopping: AbortSignal;
  /** Checks the caller's access again, if it may have changed. */
  recheck(req: ApiRequest, res: ApiResponse): Promise<void>;
}

export const waitContext = (
  accessGuards: ApiHandler[],
  { access, stopping, streams }: Pick<StreamContext, 'access' | 'stopping' | 'streams'>,
): WaitContext => {
  const recheck = recheckAccess(accessGuards, access.current);
  return { stopping, streams, recheck: async (req, res) => void (await recheck(req, res, () => undefined)) };
};

/**
 * Makes a call that waits for a change: counted with the caller's open streams, and answered at once when the gateway
 * stops. `call` makes it with a wait until its signal aborts, or without a signal without waiting. The caller's access is
 * checked again after the wait.
 */
export async function waitingCall<Answer>(
  { streams, stopping, recheck }: WaitContext,
  req: ApiRequest,
  res: ApiResponse,
  call: (endOfWait: AbortSignal | undefined) => Promise<Answer>,
): Promise<Answer> {
  const leave = streams.enter(res.locals.credential.hash);
  try {
    const answer = await call(stopping).catch((error: unknown) => {
      if (stopping.aborted) return call(undefined);
      throw error;
    });
    await recheck(req, res);
    return answer;
  } finally {
    leave();
  }
}
