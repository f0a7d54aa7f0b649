import { deleteEvalCassette as operation } from '@assay/contract/operations/cassettes';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import { removeCassette } from '../../actions/cassettes/remove-cassette.ts';
import type { Deps } from '../../deps.ts';

export const deleteCassette = ({ pool }: Deps) =>
  handle(operation, async (_caller, { projectId, cassetteId: id }) => {
    if (!(await removeCassette(pool, projectId, id))) throw notFound('cassette');
    return { id, deleted: true as const };
  });
