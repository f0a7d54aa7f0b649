import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { validatedBlueprint } from '../../domain/images/blueprint.ts';

export const validateSandboxImageBlueprint = (_deps: Deps) =>
  handle(operations.validateSandboxImageBlueprint, async (_caller, _target, { blueprint }) =>
    validatedBlueprint(blueprint),
  );
