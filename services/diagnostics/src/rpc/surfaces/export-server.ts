import { exportServer as operation } from '@assay/contract/operations/surfaces';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { askServer } from '../../flows/inspections/inspect-server.ts';

export const exportServer = (deps: Deps) =>
  handle(operation, (_caller, address) => askServer(deps, address, 'export', {}));
