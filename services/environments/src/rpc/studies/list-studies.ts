import { operations } from '@assay/contract/operations';
import { pageOfList } from '@assay/kit/requests/cursor';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { toStudySummary } from '../../domain/studies/study-view.ts';
import { surroundingsOf } from '../../flows/studies/study-surroundings.ts';
import { listStudies as find } from '../../store/studies/studies.ts';

export const listStudies = (deps: Deps) =>
  handle(operations.listStudies, async (_caller, { projectId }, query) => {
    const page = await pageOfList(operations.listStudies, deps.cursors, query, {
      name: `studies of ${projectId}`,
      find: (after: [string] | undefined, limit) => find(deps.pool, projectId, after?.[0], limit),
      positionOf: ({ id }) => [id],
    });
    const surroundings = await surroundingsOf(deps, projectId, page.items);
    return {
      ...page,
      items: page.items.map((study) => toStudySummary(deps, study, surroundings.get(study.id)!)),
    };
  });
