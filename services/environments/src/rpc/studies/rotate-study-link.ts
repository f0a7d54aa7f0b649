import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import { changeStudy } from '../../actions/studies/change-study.ts';
import type { Deps } from '../../deps.ts';
import { linkOf } from '../../domain/studies/study-view.ts';

export const rotateStudyLink = (deps: Deps) =>
  handle(operations.rotateStudyLink, async (_caller, target) => {
    const study = await changeStudy(deps.pool, target, (before) => ({
      study: { ...before, linkVersion: before.linkVersion + 1 },
      endsVisits: 'linkRotated',
    }));
    return { id: study.id, projectId: study.projectId, rotated: true as const, link: linkOf(deps, study).url };
  });
