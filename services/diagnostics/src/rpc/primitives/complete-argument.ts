import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { askServer } from '../../flows/inspections/inspect-server.ts';

export const completeArgument = (deps: Deps) =>
  handle(operations.completeArgument, (_caller, address, input) => askServer(deps, address, 'completeArgument', input));
