import type { McpSession } from '@assay/mcp/session';
import type { InspectedServer } from './inspected-server.ts';

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
