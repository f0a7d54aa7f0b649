import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle, replayedIf } from '@assay/kit/rpc/handle';
import { decideCalls } from '../../actions/turns/decide-calls.ts';
import type { Deps } from '../../deps.ts';
import { pausedProblem } from '../../domain/visits/guest-limits.ts';
import { visitTurnOf } from '../../domain/visits/visit-view.ts';
import { provenVisitor } from '../../flows/visits/proven-visitor.ts';
import { findVisitSession } from '../../store/visits/visit-sessions.ts';

export const decideVisitCalls = (deps: Deps) =>
  handle(operations.decideVisitCalls, async (caller, opening, { decisions }) => {
    const { id, study } = await provenVisitor(deps, caller, opening);
    if (!study.guestExecution.enabled) throw pausedProblem();
    const session = await findVisitSession(deps.pool, id);
    if (!session) throw notFound('pending call');
    const { turn, replayed } = await decideCalls(deps.pool, session.id, decisions);
    deps.wakeUp.wake();
    return replayedIf(replayed, visitTurnOf(turn));
  });
