import { listEvalSuiteRevisions as operation } from '@assay/contract/operations/suites';
import { notFound } from '@assay/contract/problem';
import { pageOf, pageSize } from '@assay/kit/cursor';
import { handle } from '@assay/kit/handle';
import type { Deps } from '../deps.ts';
import { viewOf } from '../domain/suite-view.ts';
import { listRevisions as find } from '../store/revisions.ts';
import { findSuite } from '../store/suites.ts';

export const listRevisions = ({ pool, cursors }: Deps) =>
  handle(operation, async (_caller, { projectId, suiteId }, { cursor, limit }) => {
    const list = `revisions of ${suiteId}`;
    const [after] = cursors.decode(list, cursor) ?? [];
    if (!await findSuite(pool, projectId, suiteId)) throw notFound('suite');
    const size = pageSize(limit, 50, 200);
    const { items, ...page } = pageOf(await find(pool, suiteId, after as number | undefined, size + 1), size, ({ revision }) => cursors.encode(list, [revision]));
    return {
      items: items.map(({ revision, createdAt, createdBy, changed, ...state }) =>
        ({ revisionNumber: revision, createdAt: createdAt.getTime(), ...(createdBy !== undefined && { createdBy }), changed, suite: { ...viewOf(state) } })),
      ...page,
    };
  });
