import { exportServer as operation } from '@assay/contract/operations/surfaces';
import { handle } from '@assay/kit/handle';
import type { Deps } from '../deps.ts';
import { askServer } from '../inspect-server.ts';

export const exportServer = (deps: Deps) =>
  handle(operation, (_caller, address) => askServer(deps, address, 'export', {}));
