import type { ReadinessTask } from '@assay/contract/areas/readiness/work';
import { keptJson } from '@assay/kit/json/kept-json';
import type { InspectionDeps } from '../inspect/inspect-handler.ts';
import { NotForUs, type WorkFunction } from '@assay/work/runner/within-time';
import { savedServers } from '../../reach/platform/saved-servers.ts';
import { subjectOf } from '../../reach/sessions/subject-of.ts';
import { traceparentFor } from '../../reach/recording/trace-context.ts';
import { gatherEvidence } from './gather-evidence.ts';

/** Handles work items of kind `readiness`: gathers evidence about a server for the platform to grade. */
export const readinessHandler =
  ({ platform, reach, log }: InspectionDeps): WorkFunction =>
  async ({ projectId, task: input, traceparent }, { signal }) => {
    const task = JSON.parse(input.toString()) as ReadinessTask;
    if ((task.version as number) !== 1) throw new NotForUs();
    const [server] = await savedServers(platform, { projectId, servers: [task.server] }, signal, log);
    const subject = subjectOf(reach, server!, { signal, traceparent: traceparentFor(traceparent) });
    return Buffer.from(keptJson(await gatherEvidence(subject, server!)));
  };
