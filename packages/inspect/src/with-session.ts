import type { Session } from '@assay/mcp/session';
import type { InspectedServer } from './subject.ts';

/** Lends a session to `work`. */
export async function withSession<T>(
  subject: InspectedServer,
  options: Parameters<InspectedServer['connect']>[0],
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const session = await subject.connect(options);
  try {
    return await work(session);
  } finally {
    // Taking leave never fails, and nobody has to wait for it.
    void session.close();
  }
}
