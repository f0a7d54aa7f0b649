import { faultProblem } from '@assay/contract/fault';
import { operations } from '@assay/contract/operations';
import { handle, replayedIf } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { visitTurnOf } from '../../domain/visits/visit-view.ts';
import { provenVisitor } from '../../flows/visits/proven-visitor.ts';
import { sendMessage } from '../../flows/visits/send-message.ts';

export const sendVisitMessage = (deps: Deps) =>
  handle(operations.sendVisitMessage, async (caller, { idempotencyKey, ...opening }, { text }) => {
    const visitor = await provenVisitor(deps, caller, opening);
    if (idempotencyKey === '')
      throw faultProblem({ path: '/idempotencyKey', message: 'is missing: send the header Idempotency-Key' });
    const { turn, replayed } = await sendMessage(deps, visitor, { text, idempotencyKey });
    return replayedIf(replayed, visitTurnOf(turn));
  });
