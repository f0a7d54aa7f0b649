import { newId } from '@assay/kit/id';
import type { Deps } from '../../deps.ts';
import { admit } from '../../actions/visits/admit-turn.ts';
import type { NewSession, TurnCaller } from '../../domain/chat-sessions/chat-session.ts';
import type { Turn } from '../../domain/turns/turn.ts';
import { findOpenVisit } from '../../store/chat-sessions/chat-sessions.ts';
import { notifySession } from '../../store/turns/turn-events.ts';
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
  const caller: TurnCaller = { id: visitorId, organizationId, projectId };
  const session = await findOpenVisit(deps.pool, visitorId);
  const conversation = { sessionId: session?.id ?? newId('chat'), caller, session };
  const pin = async (): Promise<NewSession> => {
    // The tools of a study ask as its client says.
    const pinned = await pinSession(deps, conversation, { environmentId, toolMode: 'auto' });
    const skills = guestExecution.sharedSkillsEnabled ? pinned.spec.skills : [];
    return { ...pinned, origin: 'study', studyId, spec: { ...pinned.spec, skills } };
  };
  const started = await startTurn(deps, conversation, {
    idempotencyKey,
    body: { text },
    message: text,
    pin,
    admit: async (tx) => {
      await admit(tx, { studyId, visitorId, newSessionId: session ? undefined : conversation.sessionId });
      // Wakes the stream of a visitor who had no conversation.
      await notifySession(tx, visitorId);
    },
  });
  deps.followers.wake(visitorId);
  return started;
}
