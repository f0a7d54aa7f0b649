import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { askServer } from '../../flows/inspections/inspect-server.ts';

export const exportServer = (deps: Deps) =>
  handle(operations.exportServer, (_caller, address) => askServer(deps, address, 'export', {}));
