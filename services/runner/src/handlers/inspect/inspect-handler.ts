import type { Browsers } from '@assay/browser/isolated-context';
import type { InspectionTask } from '@assay/contract/areas/inspections/documents';
import type { Surface } from '@assay/contract/areas/surfaces/documents';
import type { InspectionOutcome } from '@assay/mesh/gen/assay/v1/inspection';
import { Problem } from '@assay/contract/problem';
import { makeInspection } from '@assay/inspect/inspect';
import { inspections, type InspectionName } from '@assay/inspect/inspections';
import { NotForUs, type WorkFunction } from '@assay/work/runner/within-time';
import { subjectOf, type SubjectDeps } from '../../reach/sessions/subject-of.ts';
import { failedOutcome, MAX_BYTES, NO_SURFACE, encodeOutcome } from './inspection-outcome.ts';

export interface InspectDeps extends SubjectDeps {
  /** The browser of this runner; absent where it has none. */
  browsers?: Browsers | undefined;
}

/**
 * Handles work items of kind `inspect`: one question to a server that only a runner reaches. A caller waits for the
 * answer.
 */
export const inspectHandler =
  ({ browsers, ...deps }: InspectDeps): WorkFunction =>
  async (item, { signal }) => {
    const task = JSON.parse(item.task.toString()) as InspectionTask;
    if ((task.version as number) !== 1 || !Object.hasOwn(inspections, task.inspection)) throw new NotForUs();
    let surface: Surface | undefined;
    const ask = async (): Promise<InspectionOutcome> => {
      const { subject } = await subjectOf(deps, item, task.server, signal, {
        client: task.client,
        seen: (offered) => {
          if (!task.client) surface = offered;
        },
        ...(browsers && {
          showWidget: async (widget) =>
            (await import('../../reach/widgets/show-widget.ts')).showWidget(
              browsers,
              item.organizationId || item.projectId,
              signal,
            )(widget),
        }),
      });
      const reply = await makeInspection(subject, task.inspection as InspectionName, task.input as never, MAX_BYTES);
      return { reply, surface: surface ? Buffer.from(JSON.stringify(surface)) : NO_SURFACE };
    };
    return encodeOutcome(await ask().catch(refusal));
  };

/** A Problem of the server is an answer; an error of ours stays an error. */
function refusal(error: unknown): InspectionOutcome {
  if (!(error instanceof Problem)) throw error;
  const outcome = failedOutcome(error);
  // Another runner with the same label may allow this command.
  if (error.details?.['cause'] === 'command_not_allowed') throw new NotForUs(encodeOutcome(outcome));
  return outcome;
}
