import type { RunStopped } from '@assay/contract/areas/eval-runs/documents';
import type { RunEnvironment } from '@assay/contract/areas/eval-runs/run-spec';

/** Why a run did not begin: its environment is in another revision now, or archived or deleted. */
export const environmentChange = (
  { id, name, revision }: RunEnvironment,
  presentRevision: number | undefined,
): RunStopped => ({
  code: 'CONFLICT',
  message: [
    `The environment ${name === null ? id : `"${name}" (${id})`} changed between the launch and the first trial:`,
    presentRevision === undefined
      ? `the run needs its revision ${revision}, and it is archived or deleted now.`
      : `the run needs its revision ${revision}, and it has the revision ${presentRevision} now.`,
    'Launch the suite again.',
  ].join(' '),
});
