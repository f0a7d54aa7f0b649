import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { cassetteRecord } from '../../domain/cassettes/cassette.ts';
import { findCassette } from '../../store/cassettes/cassettes.ts';

export const getEvalCassette = ({ pool }: Deps) =>
  handle(operations.getEvalCassette, async (_caller, { projectId, cassetteId }) => {
    const found = await findCassette(pool, projectId, cassetteId);
    if (!found) throw notFound('cassette');
    const { summary, ...cassette } = found;
    return { ...cassetteRecord(cassette), ...summary };
  });
