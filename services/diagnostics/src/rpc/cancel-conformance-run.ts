import { cancelConformanceRun as operation } from '@assay/contract/operations/conformance';
import { handle } from '@assay/kit/handle';
import type { Deps } from '../deps.ts';
import { cancelDirectoryRun } from '../directory-runs.ts';
import { conformanceRun, type StoredConformance } from '../domain/conformance/conformance-run.ts';

export const cancelConformanceRun = (deps: Deps) =>
  handle(operation, async (_caller, { projectId, runId }) =>
    conformanceRun(await cancelDirectoryRun<StoredConformance>(deps, 'conformance', { projectId, runId })),
  );
