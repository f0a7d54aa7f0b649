import { listEvalSuites as operation } from '@assay/contract/operations/suites';
import { listed } from '@assay/kit/cursor';
import { handle } from '@assay/kit/handle';
import type { Deps } from '../deps.ts';
import { toListed } from '../domain/suite-record.ts';
import { listSuites as find } from '../store/suites.ts';

export const listSuites = ({ pool, cursors }: Deps) =>
  handle(operation, (_caller, { projectId }, query) =>
    listed(operation, cursors, query, {
      name: `suites of ${projectId}`,
      find: async (after: [string] | undefined, limit) =>
        (await find(pool, projectId, after?.[0], limit)).map(({ suite, history }) => toListed(suite, history)),
      positionOf: ({ id }) => [id],
    }),
  );
