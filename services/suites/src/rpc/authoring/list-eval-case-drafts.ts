import { given } from '@assay/contract/given';
import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { pageOfList } from '@assay/kit/requests/cursor';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { originOf } from '../../domain/authoring/authoring-job.ts';
import { draftContext } from '../../domain/authoring/draft-context.ts';
import { countDrafts, listDrafts } from '../../store/authoring/authoring-jobs.ts';
import { listCasePage } from '../../store/cases/cases.ts';
import { findSuite } from '../../store/suites/suites.ts';

/** Drafts are compared with at most this many cases of the suite, in its order. */
const COMPARED = 1_000;

export const listEvalCaseDrafts = ({ pool, cursors }: Deps) =>
  handle(operations.listEvalCaseDrafts, async (_caller, { projectId, suiteId }, query) => {
    const suite = { projectId, suiteId };
    if (!(await findSuite(pool, projectId, suiteId))) throw notFound('suite');
    const page = await pageOfList(operations.listEvalCaseDrafts, cursors, query, {
      name: `drafts of ${suiteId}`,
      find: (after: [number, string, number] | undefined, limit) => listDrafts(pool, suite, after, limit),
      positionOf: ({ createdAt, id, place }) => [createdAt.getTime(), id, place],
    });
    const { cases } = page.items.length > 0 ? await listCasePage(pool, suiteId, -1, COMPARED) : { cases: [] };
    const contextOf = draftContext(cases.map(({ id, body: { title, steps } }) => ({ id, title, steps })));
    return {
      ...page,
      items: page.items.map(({ id, createdAt, generationModel, draft, ...job }) => ({
        jobId: id,
        source: job.source,
        origin: originOf(job),
        ...given({ generationModel: generationModel ?? undefined }),
        createdAt: createdAt.getTime(),
        draft,
        ...contextOf(draft),
      })),
      ...(!query.cursor && { counts: await countDrafts(pool, suite) }),
    };
  });
