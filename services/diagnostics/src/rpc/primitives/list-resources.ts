import { listResources as operation } from '@assay/contract/operations/primitives';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { askServer } from '../../flows/inspections/inspect-server.ts';

export const listResources = (deps: Deps) =>
  handle(operation, (_caller, address, input) => askServer(deps, address, 'listResources', input));
