import type { Implementation } from '@assay/kit/rpc/serve';
import type { Deps } from './deps.ts';
import { environmentsOperations } from './rpc/operations.gen.ts';

/** Everything that this service implements: its operations, and the RPCs for other services. */
export const environmentsService = (deps: Deps): Implementation[] => [environmentsOperations(deps)];
