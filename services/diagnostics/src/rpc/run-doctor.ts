import { runDoctor as operation } from '@assay/contract/operations/diagnostics';
import { handle } from '@assay/kit/handle';
import type { Deps } from '../deps.ts';
import { examineServer } from '../inspect-server.ts';

export const runDoctor = (deps: Deps) =>
  handle(operation, (_caller, address, input) => examineServer(deps, address, 'doctor', input));
