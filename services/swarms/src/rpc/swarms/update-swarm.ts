import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import { updateSwarm as update } from '../../actions/swarms/change-swarms.ts';
import type { Deps } from '../../deps.ts';
import { assertNamesChange, assertWholeExecution } from '../../domain/refusals.ts';
import { assertEnvironments } from '../../flows/swarms/assert-environments.ts';

export const updateSwarm = (deps: Deps) =>
  handle(operations.updateSwarm, async (_caller, { projectId, swarmId }, edit) => {
    assertNamesChange(edit);
    assertWholeExecution(edit);
    await assertEnvironments(deps, projectId, edit.environmentIds ?? []);
    return update(deps.pool, { projectId, swarmId }, edit);
  });
