import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { noteOperatorAct } from '@assay/kit/audit/with-audit';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';

export const dropDeadLetter = ({ deadLetters }: Deps) =>
  handle(operations.dropDeadLetter, async (_caller, { eventId }) => {
    const dropped = await deadLetters.drop(eventId);
    if (dropped === 0) throw notFound('dead letter');
    await noteOperatorAct({ eventId }, undefined);
    return { eventId, dropped };
  });
