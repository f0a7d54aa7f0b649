import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { cancelDirectoryRun } from '../../actions/directory-runs/start-directory-run.ts';
import { conformanceRun, type StoredConformance } from '../../domain/conformance/conformance-run.ts';

export const cancelConformanceRun = (deps: Deps) =>
  handle(operations.cancelConformanceRun, async (_caller, { projectId, runId }) =>
    conformanceRun(await cancelDirectoryRun<StoredConformance>(deps, 'conformance', { projectId, runId })),
  );
