import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import { removeStudyMember as remove } from '../../actions/studies/study-members.ts';
import type { Deps } from '../../deps.ts';

export const removeStudyMember = ({ pool }: Deps) =>
  handle(operations.removeStudyMember, async (_caller, { projectId, studyId, memberIdOrEmail }) => ({
    studyId,
    projectId,
    removed: await remove(pool, { projectId, studyId }, memberIdOrEmail),
  }));
