import { RunsService } from '@assay/contract/gen/assay/v1/runs';
import { WorkService } from '@assay/contract/gen/assay/v1/work';
import { implement, type Implementation } from '@assay/kit/serve';
import type { Deps } from './deps.ts';
import { cancelRun } from './rpc/cancel-run.ts';
import { complete } from './rpc/complete.ts';
import { createRun } from './rpc/create-run.ts';
import { getRun } from './rpc/get-run.ts';
import { getTrace } from './rpc/get-trace.ts';
import { heartbeat } from './rpc/heartbeat.ts';
import { lease } from './rpc/lease.ts';
import { listIterations } from './rpc/list-iterations.ts';
import { listSuiteRuns } from './rpc/list-suite-runs.ts';

// Placeholder while the rooms are being built: whoever writes an RPC replaces its line.
const notYet = () => Promise.reject(new Error('not built yet'));

export const runs = (deps: Deps): Implementation[] => [
  implement(RunsService, {
    createRun: createRun(deps),
    getRun: getRun(deps),
    listIterations: listIterations(deps),
    getTrace: getTrace(deps),
    listSuiteRuns: listSuiteRuns(deps),
    cancelRun: cancelRun(deps),
    previewAssertions: notYet,
    promoteIteration: notYet,
  }),
  implement(WorkService, {
    lease: lease(deps),
    heartbeat: heartbeat(deps),
    complete: complete(deps),
  }),
];
