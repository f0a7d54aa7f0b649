import { MAX_MESSAGE_BYTES, PINNED_FIELDS, type SendChatMessage } from '@assay/contract/areas/chat-sessions/messages';
import { faultProblem } from '@assay/contract/fault';
import { conflict, invalid, notFound, reasons } from '@assay/contract/problem';
import { newId } from '@assay/kit/id';
import type { Caller } from '@assay/kit/security/caller';
import type { Deps } from '../../deps.ts';
import { assertHasBrowsers } from '../../domain/browsers/browser-refusals.ts';
import { isOwnedBy, type OwnConversation } from '../../domain/chat-sessions/chat-session.ts';
import { findBrowser } from '../../store/browsers/browsers.ts';
import { findSession } from '../../store/chat-sessions/chat-sessions.ts';
import { findTurnByKey } from '../../store/turns/turns.ts';
import { assertMember, assertVisible, turnCallerIn, turnCallerOf } from '../access/visible-session.ts';
import { ownBrowser } from '../browsers/own-browser.ts';

/**
 * The conversation that a chat message begins or continues: its caller, its session and the browser that the message asks
 * for, each of which is asked for once.
 * @throws VALIDATION_ERROR; NOT_FOUND; CONFLICT for another's session that is shared; FORBIDDEN without the role of a member.
 */
export async function conversationFor(
  deps: Pick<Deps, 'pool' | 'catalog' | 'browserRunners'>,
  caller: Caller,
  body: SendChatMessage,
): Promise<OwnConversation> {
  const { sessionId, projectId } = body;
  if (body.browser) assertHasBrowsers(deps);
  const session = sessionId === undefined ? undefined : await findSession(deps.pool, sessionId);
  refuseShape(body, session !== undefined && !(await repeatsTurn(deps, caller, body)));
  if (sessionId === undefined)
    return { sessionId: newId('chat'), caller: await turnCallerIn(deps, caller, projectId ?? 'default') };
  if (!session) {
    // The first message of a session that was made with a browser begins its conversation.
    const browser = await ownBrowser(deps, caller, sessionId, 'member');
    assertInProject(browser, projectId);
    return { sessionId, caller: turnCallerOf(caller, browser.projectId), browser };
  }
  assertInProject(session, projectId);
  const role = await assertVisible(deps, caller, session);
  if (!isOwnedBy(session, caller.userId))
    throw conflict('Only its owner continues a session.', { reason: reasons.CONTINUATION_NOT_ALLOWED, sessionId });
  assertMember(role);
  const browser = body.browser && (await findBrowser(deps.pool, sessionId));
  return { sessionId, caller: turnCallerOf(caller, session.projectId), session, browser };
}

/** Whether the caller's key began a turn: the first message of a session that was made with a browser may be repeated. */
const repeatsTurn = async (
  { pool }: Pick<Deps, 'pool'>,
  { userId }: Caller,
  { idempotencyKey, ...body }: SendChatMessage,
): Promise<boolean> =>
  userId !== undefined &&
  pinnedFieldsOf(body).length > 0 &&
  (await findTurnByKey(pool, userId, idempotencyKey)) !== undefined;

const pinnedFieldsOf = (body: Omit<SendChatMessage, 'idempotencyKey'>) =>
  PINNED_FIELDS.filter((field) => body[field] !== undefined);

function assertInProject(found: { projectId: string }, projectId: string | undefined): void {
  if (projectId !== undefined && projectId !== found.projectId) throw notFound('chat session');
}

/** Refuses what the schema cannot express. */
function refuseShape(body: SendChatMessage, isContinued: boolean): void {
  const { message, environmentId, serverIds } = body;
  if (Buffer.byteLength(message) > MAX_MESSAGE_BYTES)
    throw faultProblem({ path: '/message', message: `has more than ${MAX_MESSAGE_BYTES} bytes of UTF-8` });
  if (!isContinued) {
    if (environmentId !== undefined && serverIds)
      throw faultProblem({ path: '/serverIds', message: 'cannot be used together with /environmentId' });
    return;
  }
  const fields = pinnedFieldsOf(body);
  if (fields.length > 0)
    throw invalid(`The first message of a session pins ${fields.join(', ')}: leave them out of later ones.`, {
      reason: reasons.CONFIG_ON_CONTINUATION,
      fields,
    });
}
