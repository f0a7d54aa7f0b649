import { listEvalCases as operation } from '@assay/contract/operations/cases';
import { notFound } from '@assay/contract/problem';
import { pageOf, pageSize } from '@assay/kit/cursor';
import { handle } from '@assay/kit/handle';
import type { Deps } from '../deps.ts';
import { toCase } from '../domain/case-record.ts';
import { listCases as find } from '../store/cases.ts';
import { findSuite } from '../store/suites.ts';

export const listCases = ({ pool, cursors }: Deps) =>
  handle(operation, async (_caller, { projectId, suiteId }, { cursor, limit }) => {
    const list = `cases of ${suiteId}`;
    const [after] = cursors.decode(list, cursor) ?? [];
    if (!await findSuite(pool, projectId, suiteId)) throw notFound('suite');
    const size = pageSize(limit, 500, 1000);
    const { items, nextCursor } = pageOf(await find(pool, suiteId, after as number | undefined, size + 1), size, ({ position }) => cursors.encode(list, [position]));
    return { items: items.map(toCase), ...(nextCursor !== undefined && { nextCursor }) };
  });
