import { MAX_MESSAGE_BYTES, PINNED_FIELDS, type SendChatMessage } from '@assay/contract/areas/chat-sessions/messages';
import { faultProblem } from '@assay/contract/fault';
import { operations } from '@assay/contract/operations';
import { conflict, invalid, Problem, reasons } from '@assay/contract/problem';
import { handle, replayedIf } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import type { TurnAsker } from '../../domain/chat-sessions/chat-session.ts';
import { askerIn, visibleSession } from '../../flows/access/visible-session.ts';
import { pinSession } from '../../flows/turns/pin-session.ts';
import { takeTurn, type TurnRequest } from '../../flows/turns/take-turn.ts';

export const sendChatMessage = (deps: Deps) =>
  handle(operations.sendChatMessage, async (caller, _target, body) => {
    refuseShape(body);
    const { sessionId, projectId } = body;
    if (sessionId === undefined)
      return answer(deps, await askerIn(deps, caller, projectId ?? 'default'), body, (asker) => ({
        session: async (id) => ({ id, origin: 'chat', ...(await pinSession(deps, asker, id, body)) }),
      }));
    const { session, isOwn } = await visibleSession(deps, caller, sessionId, projectId);
    if (!isOwn)
      throw conflict('Only its owner continues a session.', { reason: reasons.CONTINUATION_NOT_ALLOWED, sessionId });
    return answer(deps, await askerIn(deps, caller, session.projectId), body, () => ({ session: sessionId }));
  });

async function answer(
  deps: Deps,
  asker: TurnAsker,
  body: SendChatMessage,
  target: (asker: TurnAsker) => Pick<TurnRequest, 'session'>,
) {
  const { idempotencyKey, message, hostId, expectedVersion, ...rest } = body;
  const { maxSteps, maxToolCalls, allowedServerIds, allowedTools } = rest;
  const turn = await takeTurn(deps, asker, {
    ...target(asker),
    idempotencyKey,
    body,
    message,
    hostId,
    expectedVersion,
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
function refuseShape(body: SendChatMessage): void {
  const { message, sessionId, environmentId, serverIds, browser } = body;
  if (browser)
    throw new Problem(
      'FEATURE_NOT_SUPPORTED',
      'The message cannot browse: this installation has no browser for chat sessions. Leave out /browser.',
      { feature: 'browser' },
    );
  if (Buffer.byteLength(message) > MAX_MESSAGE_BYTES)
    throw faultProblem({ path: '/message', message: `has more than ${MAX_MESSAGE_BYTES} bytes of UTF-8` });
  if (sessionId === undefined) {
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
