import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { previewLaunch } from '../../flows/run-groups/preview-launch.ts';

export const previewEvalLaunch = (deps: Deps) =>
  handle(operations.previewEvalLaunch, ({ organizationId = '', keyId }, { projectId, suiteId }, body) =>
    previewLaunch(deps, { projectId, organizationId, keyId, source: 'api' }, suiteId, body),
  );
