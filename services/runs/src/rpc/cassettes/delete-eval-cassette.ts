import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import { removeCassette } from '../../actions/cassettes/remove-cassette.ts';
import type { Deps } from '../../deps.ts';

export const deleteEvalCassette = ({ pool }: Deps) =>
  handle(operations.deleteEvalCassette, async (_caller, { projectId, cassetteId: id }) => {
    if (!(await removeCassette(pool, projectId, id))) throw notFound('cassette');
    return { id, deleted: true as const };
  });
