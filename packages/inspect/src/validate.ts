import type { ValidateResult } from '@assay/contract/areas/diagnosis/documents';
import { Problem } from '@assay/contract/problem';
import type { McpSession } from '@assay/mcp/session';
import { initInfo } from './init-info.ts';
import { readPages } from './read-pages.ts';
import { withoutCredentials } from './doctor/credentials.ts';
import { refineFailure } from './doctor/second-look.ts';
import type { Inspection, InspectedServer } from './inspected-server.ts';

/** The time limit of the lists that are read after the answer, in milliseconds. */
const LISTS_MS = 45_000;

/**
 * Connects and initializes, without a cached dialect. The surface is read after the answer.
 * @throws Problem with the cause that the doctor names, too.
 */
export const validateServer: Inspection<object> = async (subject) => {
  const session = await connectOrExplain(subject);
  if (subject.afterwards) subject.afterwards(() => lookAround(subject, session));
  else void session.close();
  return { success: true, status: 'connected', initInfo: initInfo(session.info) } satisfies ValidateResult;
};

async function connectOrExplain({ target, connect }: InspectedServer): Promise<McpSession> {
  try {
    return await connect();
  } catch (error) {
    if (!(error instanceof Problem) || target.command) throw error;
    throw await refineFailure(withoutCredentials(target), error);
  }
}

async function lookAround({ seen }: InspectedServer, session: McpSession): Promise<void> {
  try {
    const { surface, whole } = await readPages(session, { signal: AbortSignal.timeout(LISTS_MS) });
    if (whole) seen(surface);
  } catch {
    // Faults of the lists are reported by the doctor.
  } finally {
    void session.close();
  }
}
