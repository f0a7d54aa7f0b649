import { Problem, type EvalRunCreateRequest, type EvalRunGroupCreateRequest } from '@assay/sdk';
import { readCi } from '../ci/read-ci.ts';
import { CommandFailure } from '../command-failure.ts';
import type { CommandContext } from '../command-context.ts';
import { exitCodes } from '../exit-codes.ts';
import { visibleText } from '../output/visible-text.ts';
import type { LaunchTarget } from './launch-targets.ts';
import { isUnusableServer } from './unusable-server.ts';

/** The settings of a launch that one run and a group of runs share. */
export type LaunchSettings = Omit<EvalRunGroupCreateRequest, 'targets' | 'passCriteria'>;

/** The runs of a launch, and the targets that could not be started, in words. */
export interface Launched {
  runIds: string[];
  failed: string[];
  /** The cases that are left out, in words. */
  leftOut: string | undefined;
}

/**
 * Launches a run, or a group of runs. Throws CommandFailure with the code of an undecided run for a server that cannot be
 * used, and for a suite whose every case is left out.
 */
export async function launchRuns(
  context: CommandContext,
  settings: LaunchSettings,
  target: LaunchTarget,
): Promise<Launched> {
  const { assay, projectId: projectOf } = await context.platform();
  const projectId = await projectOf();
  const ci = await readCi(context.env, context.folder);
  const options = { launcher: { kind: 'cli' } as const, ...(ci && { ci }) };
  try {
    if ('one' in target) {
      const body: EvalRunCreateRequest = { ...settings, ...target.one };
      const { runId, casesLeftOut } = await assay.createEvalRun({ projectId }, body, options);
      return { runIds: [runId], failed: [], leftOut: casesLeftOut?.message };
    }
    const { targets } = await assay.createEvalRunGroup(
      { projectId },
      { ...settings, targets: target.several },
      options,
    );
    return {
      runIds: targets.flatMap(({ runId }) => runId ?? []),
      failed: targets.flatMap(({ target: { name, arm, environmentId, namedHostId }, error }) =>
        error ? `${name ?? arm?.name ?? environmentId ?? namedHostId} was not started: ${error.message}` : [],
      ),
      leftOut: undefined,
    };
  } catch (error) {
    const isDown = isUnusableServer(error);
    const isLeftOut = error instanceof Problem && error.reason === 'IMPORT_NOT_RUNNABLE';
    if (!isDown && !isLeftOut) throw error;
    const hints = isDown ? ['assay server doctor <server>'] : [];
    throw new CommandFailure(exitCodes.undecided, visibleText(error.message), hints, error);
  }
}
