import type { Session } from '@assay/mcp/session';
import type { Subject } from './subject.ts';

/** Lends a session to `work`. */
export async function withSession<T>(
  subject: Subject,
  options: Parameters<Subject['connect']>[0],
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
