import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { diagnoseServer } from '../../flows/inspections/diagnose-server.ts';
import { examineServer } from '../../flows/inspections/inspect-server.ts';

export const runDoctor = (deps: Deps) =>
  handle(operations.runDoctor, (_caller, address) => diagnoseServer(deps, address));

export const validateServer = (deps: Deps) =>
  handle(operations.validateServer, (_caller, address, input) => examineServer(deps, address, 'validate', input));
