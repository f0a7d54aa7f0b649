import { operations } from '@assay/contract/operations';
import { pageOfList } from '@assay/kit/requests/cursor';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { suiteCounts } from '../../domain/suites/suite-counts.ts';
import { toListed } from '../../domain/suites/suite-record.ts';
import { listSuiteFacts, listSuites } from '../../store/suites/listed-suites.ts';

export const listEvalSuites = ({ pool, cursors }: Deps) =>
  handle(operations.listEvalSuites, async (_caller, { projectId }, query) => {
    const { cursor, limit: _limit, ...filter } = query;
    const page = await pageOfList(operations.listEvalSuites, cursors, query, {
      name: `suites of ${projectId} ${JSON.stringify(filter)}`,
      find: (after: [string, string] | undefined, limit) => listSuites(pool, projectId, filter, after, limit),
      positionOf: ({ place, id }) => [place, id],
    });
    return {
      ...page,
      items: page.items.map(toListed),
      ...(!cursor && { counts: suiteCounts(await listSuiteFacts(pool, projectId, filter.q), filter) }),
    };
  });
