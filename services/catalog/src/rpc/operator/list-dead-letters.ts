import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { toDeadLetter } from './dead-letter.ts';

const MAX_LETTERS = 1_000;

export const listDeadLetters = ({ deadLetters }: Deps) =>
  handle(operations.listDeadLetters, async () => ({
    items: (await deadLetters.list(MAX_LETTERS)).map(toDeadLetter),
  }));
