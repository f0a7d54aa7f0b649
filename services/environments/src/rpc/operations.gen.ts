// Generated from the operations of the contract by `npm run generate`. Do not edit.
import { rpcsOf } from '@assay/contract/operations';
import { implement, type Implementation } from '@assay/kit/rpc/serve';
import type { Deps } from '../deps.ts';
import { getEnvironmentCapabilities } from './environments/get-environment-capabilities.ts';

/** Every operation of the environments service with its handler. */
export const environmentsOperations = (deps: Deps): Implementation =>
  implement(rpcsOf('environments'), {
    getEnvironmentCapabilities: getEnvironmentCapabilities(deps),
  });
