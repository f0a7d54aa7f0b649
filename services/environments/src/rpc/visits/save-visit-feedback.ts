import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { provenVisitor } from '../../flows/visits/proven-visitor.ts';
import { saveFeedback } from '../../store/visits/visit-feedback.ts';
import { findTurnSession, findVisitSession } from '../../store/visits/visit-sessions.ts';

export const saveVisitFeedback = (deps: Deps) =>
  handle(operations.saveVisitFeedback, async (caller, opening, feedback) => {
    const { pool } = deps;
    const { id } = await provenVisitor(deps, caller, opening);
    const sessionId =
      feedback.turnId === undefined
        ? (await findVisitSession(pool, id))?.id
        : await findTurnSession(pool, id, feedback.turnId);
    if (sessionId === undefined) throw notFound('message to rate');
    await saveFeedback(pool, sessionId, feedback);
    return { saved: true as const };
  });
