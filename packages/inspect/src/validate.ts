import type { ValidateResult } from '@assay/contract/areas/diagnosis/documents';
import type { Session } from '@assay/mcp/session';
import { initInfo } from './init-info.ts';
import { readSurface } from './read-surface.ts';
import type { Inspection, InspectedServer } from './subject.ts';

/** How long the lists may take that are read after the answer, in milliseconds. */
const LISTS_MS = 45_000;

/** Connects and initializes. The server is asked afresh how it speaks. What it offers is looked at after the answer. */
export const validate: Inspection<object> = async (subject) => {
  const session = await subject.connect();
  if (subject.afterwards) subject.afterwards(() => lookAround(subject, session));
  else void session.close();
  return { success: true, status: 'connected', initInfo: initInfo(session.info) } satisfies ValidateResult;
};

async function lookAround({ seen }: InspectedServer, session: Session): Promise<void> {
  try {
    seen(await readSurface(session, { signal: AbortSignal.timeout(LISTS_MS) }));
  } catch {
    // What goes wrong with the lists is for the doctor to tell.
  } finally {
    void session.close();
  }
}
