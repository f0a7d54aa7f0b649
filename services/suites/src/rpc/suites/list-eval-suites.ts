import { operations } from '@assay/contract/operations';
import { pageOfList } from '@assay/kit/requests/cursor';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { toListed } from '../../domain/suites/suite-record.ts';
import { listSuites as find } from '../../store/suites/suites.ts';

export const listEvalSuites = ({ pool, cursors }: Deps) =>
  handle(operations.listEvalSuites, (_caller, { projectId }, query) =>
    pageOfList(operations.listEvalSuites, cursors, query, {
      name: `suites of ${projectId}`,
      find: async (after: [string] | undefined, limit) =>
        (await find(pool, projectId, after?.[0], limit)).map(({ suite, history }) => toListed(suite, history)),
      positionOf: ({ id }) => [id],
    }),
  );
