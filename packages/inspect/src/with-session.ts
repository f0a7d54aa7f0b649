import type { McpSession } from '@assay/mcp/session';
import type { InspectedServer, SessionFeatures } from './inspected-server.ts';

/** Runs `work` with a session and closes it afterwards. */
export async function withSession<T>(
  subject: InspectedServer,
  options: Parameters<InspectedServer['connect']>[0],
  work: (session: McpSession) => Promise<T>,
): Promise<T> {
  const session = await subject.connect(options);
  try {
    return await work(session);
  } finally {
    // Closing never fails, and is not waited for.
    void session.close();
  }
}

/** Runs `work` with a session that may have served earlier questions of the same caller, where this process keeps such. */
export const withCachedSession = <T>(
  subject: InspectedServer,
  { isSafe, ...options }: { isSafe: boolean } & SessionFeatures,
  work: (session: McpSession, isReused: boolean) => Promise<T>,
): Promise<T> =>
  subject.askCached
    ? subject.askCached({ isSafe, ...options }, work)
    : withSession(subject, { dialects: subject.dialects, ...options }, (session) => work(session, false));
