import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { noteOperatorAct } from '@assay/kit/audit/with-audit';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';

const MAX_REPLAYED = 1_000;

export const replayDeadLetters = ({ deadLetters }: Deps) =>
  handle(operations.replayDeadLetters, async (_caller, _target, { eventId }) => {
    const replayed = await deadLetters.replay(eventId, MAX_REPLAYED);
    if (eventId !== undefined && replayed === 0) throw notFound('dead letter');
    await noteOperatorAct({ eventId: eventId ?? 'all' }, undefined);
    return { replayed };
  });
