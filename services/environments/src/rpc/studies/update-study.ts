import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import { changeStudy } from '../../actions/studies/change-study.ts';
import type { Deps } from '../../deps.ts';
import { assertModeAlone, editedStudy } from '../../domain/studies/study-edit.ts';
import { toUpdated } from '../../domain/studies/study-view.ts';

export const updateStudy = ({ pool }: Deps) =>
  handle(operations.updateStudy, async ({ role }, target, patch) => {
    assertModeAlone(patch);
    return toUpdated(await changeStudy(pool, target, (study) => editedStudy(study, patch, role)));
  });
