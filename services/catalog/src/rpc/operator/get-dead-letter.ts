import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { toDeadLetter } from './dead-letter.ts';

export const getDeadLetter = ({ deadLetters }: Deps) =>
  handle(operations.getDeadLetter, async (_caller, { eventId }) => {
    const found = await deadLetters.find(eventId);
    if (!found) throw notFound('dead letter');
    return toDeadLetter(found);
  });
