import type { Implementation } from '@assay/kit/rpc/serve';
import { workService, type WorkProvider } from '@assay/work/service/work-service';
import type { Deps } from './deps.ts';
import { swarmsOperations } from './rpc/operations.gen.ts';

/** Everything that this service implements: its operations, and the work for runners. */
export const swarmsService = (deps: Deps, provider: WorkProvider): Implementation[] => [
  swarmsOperations(deps),
  workService(provider),
];
