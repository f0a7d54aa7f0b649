import { MAX_MESSAGE_BYTES, PINNED_FIELDS, type SendChatMessage } from '@assay/contract/areas/chat-sessions/messages';
import { faultProblem } from '@assay/contract/fault';
import { operations } from '@assay/contract/operations';
import { conflict, invalid, notFound, reasons } from '@assay/contract/problem';
import { handle, replayedIf } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import type { TurnCaller } from '../../domain/chat-sessions/chat-session.ts';
import { turnCallerIn, visibleSession } from '../../flows/access/visible-session.ts';
import { assertHasBrowsers } from '../../flows/browsers/open-browser.ts';
import { ownBrowser } from '../../flows/browsers/own-browser.ts';
import { pinSession } from '../../flows/turns/pin-session.ts';
import { takeTurn, type TurnRequest } from '../../flows/turns/take-turn.ts';
import { findSession } from '../../store/chat-sessions/chat-sessions.ts';

export const sendChatMessage = (deps: Deps) =>
  handle(operations.sendChatMessage, async (caller, _target, body) => {
    const { sessionId, projectId, browser } = body;
    if (browser) assertHasBrowsers(deps);
    const begun = sessionId === undefined ? undefined : await findSession(deps.pool, sessionId);
    refuseShape(body, begun !== undefined);
    // The first message of a session that was made with a browser begins its conversation.
    const own = sessionId === undefined || begun ? undefined : await ownBrowser(deps, caller, sessionId, 'member');
    if (own && projectId !== undefined && projectId !== own.projectId) throw notFound('chat session');
    if (sessionId === undefined || own)
      return answer(
        deps,
        await turnCallerIn(deps, caller, own?.projectId ?? projectId ?? 'default'),
        body,
        (turnCaller) => ({
          session: async (newId) => {
            const id = own?.sessionId ?? newId;
            return { id, origin: 'chat', ...(await pinSession(deps, turnCaller, id, body)) };
          },
        }),
      );
    const { session, isOwn } = await visibleSession(deps, caller, sessionId, projectId);
    if (!isOwn)
      throw conflict('Only its owner continues a session.', { reason: reasons.CONTINUATION_NOT_ALLOWED, sessionId });
    return answer(deps, await turnCallerIn(deps, caller, session.projectId), body, () => ({ session: sessionId }));
  });

async function answer(
  deps: Deps,
  turnCaller: TurnCaller,
  body: SendChatMessage,
  target: (turnCaller: TurnCaller) => Pick<TurnRequest, 'session'>,
) {
  const { idempotencyKey, message, hostId, expectedVersion, browser, ...rest } = body;
  const { maxSteps, maxToolCalls, allowedServerIds, allowedTools } = rest;
  const turn = await takeTurn(deps, turnCaller, {
    ...target(turnCaller),
    idempotencyKey,
    body,
    message,
    hostId,
    expectedVersion,
    browser,
    limits: {
      ...(maxSteps !== undefined && { maxSteps }),
      ...(maxToolCalls !== undefined && { maxToolCalls }),
      ...(allowedServerIds && { allowedServerIds }),
      ...(allowedTools && { allowedTools }),
    },
  });
  return replayedIf(turn.replay === true, turn);
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
  const fields = PINNED_FIELDS.filter((field) => body[field] !== undefined);
  if (fields.length > 0)
    throw invalid(`The first message of a session pins ${fields.join(', ')}: leave them out of later ones.`, {
      reason: reasons.CONFIG_ON_CONTINUATION,
      fields,
    });
}
