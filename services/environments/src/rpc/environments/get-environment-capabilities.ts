import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';

export const getEnvironmentCapabilities = (_deps: Deps) =>
  handle(operations.getEnvironmentCapabilities, async () => ({
    modelOverrides: true,
    modelMatrix: true,
    ephemeralEnvironmentLaunch: true,
  }));
