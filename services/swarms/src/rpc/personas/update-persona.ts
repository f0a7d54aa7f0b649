import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import { updatePersona as update } from '../../actions/personas/change-personas.ts';
import type { Deps } from '../../deps.ts';
import { assertNamesChange } from '../../domain/refusals.ts';

export const updatePersona = ({ pool }: Deps) =>
  handle(operations.updatePersona, async (_caller, target, edit) => {
    assertNamesChange(edit);
    return update(pool, target, edit);
  });
