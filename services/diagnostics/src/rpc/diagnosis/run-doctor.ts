import { runDoctor as operation } from '@assay/contract/operations/diagnostics';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { examineServer } from '../../flows/inspections/inspect-server.ts';

export const runDoctor = (deps: Deps) =>
  handle(operation, (_caller, address, input) => examineServer(deps, address, 'doctor', input));
