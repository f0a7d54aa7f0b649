import type { InspectionTask } from '@assay/contract/documents/inspection-work';
import type { Surface } from '@assay/contract/documents/surface';
import type { InspectionOutcome } from '@assay/contract/gen/assay/v1/inspection';
import { Problem } from '@assay/contract/problem';
import { inspections, type InspectionName } from '@assay/inspect/inspections';
import type { Inspection } from '@assay/inspect/subject';
import type { Logger } from '@assay/kit/log';
import type { Reach } from '../connect.ts';
import { NotForUs, type JobKind } from '../jobs/run-job.ts';
import type { PlatformLink } from '../platform-link.ts';
import { savedServers } from '../saved-servers.ts';
import { subjectOf } from '../subject-of.ts';
import { traceparentFor } from '../trace-context.ts';
import { failed, NOTHING, written } from './outcome.ts';

export interface InspectionDesk {
  platform: Pick<PlatformLink, 'catalog' | 'own'>;
  reach: Reach;
  log: Logger;
}

/** Jobs of kind `inspect`: asks a server that only a runner reaches, on behalf of somebody who waits for the answer. */
export const inspecting = ({ platform, reach, log }: InspectionDesk): JobKind => async ({ projectId, input, traceparent }, { signal }) => {
  const task = JSON.parse(input.toString()) as InspectionTask;
  if (task.version as number !== 1 || !Object.hasOwn(inspections, task.inspection)) throw new NotForUs();
  const inspect = inspections[task.inspection as InspectionName] as Inspection<InspectionTask['input']>;
  let surface: Surface | undefined;
  const ask = async (): Promise<InspectionOutcome> => {
    const [server] = await savedServers(platform, { projectId, servers: [task.server] }, signal, log);
    const ties = { signal, traceparent: traceparentFor(traceparent) };
    const reply = await inspect(subjectOf(reach, server!, ties, (offered) => { surface = offered; }), task.input);
    return { reply: bytesOf(reply), surface: surface ? bytesOf(surface) : NOTHING };
  };
  return written(await ask().catch(refusal));
};

const bytesOf = (document: object): Buffer => Buffer.from(document instanceof Uint8Array ? document : JSON.stringify(document));

/** What goes wrong with the server is an answer; what goes wrong with us stays an error. */
function refusal(error: unknown): InspectionOutcome {
  if (!(error instanceof Problem)) throw error;
  const outcome = failed(error);
  // Another runner with the same label may allow what this one does not.
  if (error.details?.['cause'] === 'command_not_allowed') throw new NotForUs(written(outcome));
  return outcome;
}
