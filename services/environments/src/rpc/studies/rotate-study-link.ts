import { roleIncludes } from '@assay/contract/access';
import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import { changeStudy } from '../../actions/studies/change-study.ts';
import type { Deps } from '../../deps.ts';
import { linkOf } from '../../domain/studies/study-view.ts';

export const rotateStudyLink = (deps: Deps) =>
  handle(operations.rotateStudyLink, async ({ role }, target) => {
    if (!roleIncludes(role, 'admin')) throw notFound('study');
    const study = await changeStudy(deps.pool, target, (before) => ({
      study: { ...before, linkVersion: before.linkVersion + 1 },
      endsVisits: 'linkRotated',
    }));
    return { id: study.id, projectId: study.projectId, rotated: true as const, link: linkOf(deps, study).url };
  });
