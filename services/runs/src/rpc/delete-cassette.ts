import { deleteEvalCassette as operation } from '@assay/contract/operations/cassettes';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/handle';
import type { Deps } from '../deps.ts';
import { deleteCassette as remove } from '../store/cassettes.ts';

export const deleteCassette = ({ pool }: Deps) =>
  handle(operation, async (_caller, { projectId, cassetteId: id }) => {
    if (!await remove(pool, projectId, id)) throw notFound('cassette');
    return { id, deleted: true as const };
  });
