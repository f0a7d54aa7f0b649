import type { Deps } from '../../deps.ts';
import { admit } from '../../actions/visits/admit-turn.ts';
import type { TurnCaller } from '../../domain/chat-sessions/chat-session.ts';
import type { Turn } from '../../domain/turns/turn.ts';
import { notifySession } from '../../store/turns/turn-events.ts';
import { findVisitSession } from '../../store/visits/visit-sessions.ts';
import type { Visitor } from '../../store/visits/visitors.ts';
import { pinSession } from '../turns/pin-session.ts';
import { startTurn } from '../turns/take-turn.ts';

/** Begins a turn of a visitor: in the conversation that is open, or in a new one of the study's environment. */
export async function sendMessage(
  deps: Deps,
  { id: visitorId, study }: Visitor,
  { text, idempotencyKey }: { text: string; idempotencyKey: string },
): Promise<{ turn: Turn; replayed: boolean }> {
  const { id: studyId, organizationId, projectId, environmentId, guestExecution } = study;
  const caller: TurnCaller = { id: visitorId, organizationId, projectId, visitorId };
  const newest = await findVisitSession(deps.pool, visitorId);
  const pinned = async (id: string) => {
    // The tools of a study ask as its client says.
    const session = await pinSession(deps, caller, id, { environmentId, toolMode: 'auto' });
    const skills = guestExecution.sharedSkillsEnabled ? session.spec.skills : [];
    return { id, origin: 'study' as const, studyId, visitorId, ...session, spec: { ...session.spec, skills } };
  };
  const started = await startTurn(deps, caller, {
    idempotencyKey,
    body: { text },
    message: text,
    session: newest && newest.endReason === undefined ? newest.id : pinned,
    admit: async (tx, { sessionId, isNewSession }) => {
      await admit(tx, { studyId, visitorId, newSessionId: isNewSession ? sessionId : undefined });
      // Wakes the stream of a visitor who had no conversation.
      await notifySession(tx, visitorId);
    },
  });
  deps.followers.wake(visitorId);
  return started;
}
