import { given } from '@assay/contract/given';
import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { pageOfList } from '@assay/kit/requests/cursor';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { describeRevision } from '../../domain/suites/revision-words.ts';
import { viewOf } from '../../domain/suites/suite-view.ts';
import { listRevisions as find } from '../../store/suites/revisions.ts';
import { findSuite } from '../../store/suites/suites.ts';

export const listEvalSuiteRevisions = ({ pool, cursors }: Deps) =>
  handle(operations.listEvalSuiteRevisions, async (_caller, { projectId, suiteId }, query) => {
    const page = await pageOfList(operations.listEvalSuiteRevisions, cursors, query, {
      name: `revisions of ${suiteId}`,
      find: async (after: [number] | undefined, limit) => {
        if (!(await findSuite(pool, projectId, suiteId))) throw notFound('suite');
        return find(pool, suiteId, after?.[0], limit);
      },
      positionOf: ({ revision }) => [revision],
    });
    return {
      ...page,
      items: page.items.map(({ revision, createdAt, createdBy, changed, before, ...state }) => ({
        revisionNumber: revision,
        createdAt: createdAt.getTime(),
        ...given({ createdBy }),
        changed,
        ...describeRevision(changed, before && viewOf(before), viewOf(state)),
        suite: { ...viewOf(state) },
      })),
    };
  });
