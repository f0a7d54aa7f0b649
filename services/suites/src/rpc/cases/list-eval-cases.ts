import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { pageSize } from '@assay/kit/requests/cursor';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { toCase } from '../../domain/cases/case-record.ts';
import { listCasePage } from '../../store/cases/cases.ts';
import { findSuite } from '../../store/suites/suites.ts';

export const listEvalCases = ({ pool, cursors }: Deps) =>
  handle(operations.listEvalCases, async (_caller, { projectId, suiteId }, { cursor, limit }) => {
    const list = `cases of ${suiteId}`;
    const [after = -1] = cursors.decode(list, cursor) ?? [];
    if (!(await findSuite(pool, projectId, suiteId))) throw notFound('suite');
    const { cases, more } = await listCasePage(
      pool,
      suiteId,
      after as number,
      pageSize(operations.listEvalCases, limit),
    );
    return { items: cases.map(toCase), ...(more && { nextCursor: cursors.encode(list, [cases.at(-1)!.position]) }) };
  });
