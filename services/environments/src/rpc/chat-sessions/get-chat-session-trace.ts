import { faultProblem } from '@assay/contract/fault';
import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { pageSize } from '@assay/kit/requests/cursor';
import { handle } from '@assay/kit/rpc/handle';
import { openContents } from '@assay/transcripts/opened-parts';
import type { Deps } from '../../deps.ts';
import { traceTurnOf } from '../../domain/turns/turn-trace.ts';
import { visibleSession } from '../../flows/access/visible-session.ts';
import { listPartsOf } from '../../store/turns/turn-parts.ts';
import { findTurn, listLatestTurns, listTurnsAfter } from '../../store/turns/turns.ts';

export const getChatSessionTrace = (deps: Deps) =>
  handle(operations.getChatSessionTrace, async (caller, { sessionId }, query) => {
    const { projectId, turnId, afterPromptIndex, includeSpans = true, limit } = query;
    if (turnId !== undefined && afterPromptIndex !== undefined)
      throw faultProblem({ path: '/afterPromptIndex', message: 'cannot be used together with /turnId' });
    const session = await visibleSession(deps, caller, sessionId, projectId);
    const turns = await turnsOf(
      deps,
      sessionId,
      { turnId, afterPromptIndex },
      pageSize(operations.getChatSessionTrace, limit),
    );
    const parts = await listPartsOf(
      deps.pool,
      turns.map(({ id }) => id),
    );
    return {
      sessionId,
      chatSessionId: sessionId,
      origin: session.origin,
      traceVersion: 1 as const,
      turnCount: session.turnCount,
      turns: await Promise.all(
        turns.map(async (turn) => traceTurnOf(turn, await openContents(parts.get(turn.id) ?? []), includeSpans)),
      ),
      ...(session.turnCount > 0 && { latestPromptIndex: session.turnCount - 1 }),
    };
  });

async function turnsOf(
  { pool }: Deps,
  sessionId: string,
  { turnId, afterPromptIndex }: { turnId: string | undefined; afterPromptIndex: number | undefined },
  limit: number,
) {
  if (turnId === undefined)
    return afterPromptIndex === undefined
      ? listLatestTurns(pool, sessionId, limit)
      : listTurnsAfter(pool, sessionId, afterPromptIndex, limit);
  const turn = await findTurn(pool, turnId);
  if (turn?.sessionId !== sessionId) throw notFound('turn', { turnId });
  return [turn];
}
