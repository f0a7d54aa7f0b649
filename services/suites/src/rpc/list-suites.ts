import { listEvalSuites as operation } from '@assay/contract/operations/suites';
import { pageOf, pageSize } from '@assay/kit/cursor';
import { handle } from '@assay/kit/handle';
import type { Deps } from '../deps.ts';
import { toListed } from '../domain/suite-record.ts';
import { listSuites as find } from '../store/suites.ts';

export const listSuites = ({ pool, cursors }: Deps) =>
  handle(operation, async (_caller, { projectId }, { cursor, limit }) => {
    const list = `suites of ${projectId}`;
    const [after] = cursors.decode(list, cursor) ?? [];
    const size = pageSize(limit, 200, 500);
    const found = await find(pool, projectId, after as string | undefined, size + 1);
    return pageOf(found.map(({ suite, history }) => toListed(suite, history)), size, ({ id }) => cursors.encode(list, [id]));
  });
