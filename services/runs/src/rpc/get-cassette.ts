import { getEvalCassette as operation } from '@assay/contract/operations/cassettes';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/handle';
import type { Deps } from '../deps.ts';
import { cassetteRecord } from '../domain/cassette.ts';
import { findCassette } from '../store/cassettes.ts';

export const getCassette = ({ pool }: Deps) =>
  handle(operation, async (_caller, { projectId, cassetteId }) => {
    const found = await findCassette(pool, projectId, cassetteId);
    if (!found) throw notFound('cassette');
    const { summary, ...cassette } = found;
    return { ...cassetteRecord(cassette), ...summary };
  });
