import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { diagnoseServer } from '../../flows/inspections/inspect-server.ts';

export const runDoctor = (deps: Deps) =>
  handle(operations.runDoctor, (_caller, address) => diagnoseServer(deps, address));
