import { FinderService } from '@assay/mesh/gen/assay/v1/finding';
import { notForRunners } from '@assay/kit/rpc/not-for-runners';
import { implement, type Implementation } from '@assay/kit/rpc/serve';
import { workService, type WorkProvider } from '@assay/work/service/work-service';
import type { Deps } from './deps.ts';
import { findObjects, locateObject } from './rpc/finder/finder.ts';
import { swarmsOperations } from './rpc/operations.gen.ts';

/** Everything that this service implements: its operations, and the work for runners. */
export const swarmsService = (deps: Deps, provider: WorkProvider): Implementation[] => [
  swarmsOperations(deps),
  implement(FinderService, {
    findObjects: notForRunners(findObjects(deps)),
    locateObject: notForRunners(locateObject(deps)),
  }),
  workService(provider),
];
