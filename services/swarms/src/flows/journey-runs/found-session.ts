import { notFound } from '@assay/contract/problem';
import type { Deps } from '../../deps.ts';
import type { StoredRun } from '../../domain/journey-runs/run.ts';
import type { StoredSession } from '../../domain/journey-runs/session.ts';
import { findRun } from '../../store/journey-runs/journey-runs.ts';
import { findSession } from '../../store/journey-runs/sessions.ts';

/** A session of a run of the project. Throws NOT_FOUND. */
export async function foundSession(
  { pool }: Pick<Deps, 'pool'>,
  { projectId, runId, sessionId }: { projectId: string; runId: string; sessionId: string },
): Promise<{ run: StoredRun; session: StoredSession }> {
  const run = await findRun(pool, projectId, runId);
  const session = run && (await findSession(pool, runId, sessionId));
  if (!run || !session) throw notFound('session');
  return { run, session };
}
