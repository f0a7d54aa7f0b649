import { BundlesService } from '@assay/mesh/gen/assay/v1/environments';
import { Problem } from '@assay/contract/problem';
import { rejectRun } from '../../actions/eval-runs/reject-run.ts';
import type { Deps } from '../../deps.ts';
import { passTurn } from '../../store/eval-runs/run-life.ts';
import { releaseIterations, type LeasedIteration } from '../../store/work/leases.ts';

/** How long the service environments may take for the answer that a waiting runner waits for, in milliseconds. */
const ANSWER_MS = 2_000;

/**
 * Whether the claimed iterations of one run may be handed out. The first lease of a run asks once for the revision of its
 * environment: a run whose environment changed since the launch is rejected, so that its verdict is not read as one about
 * the environment that is there. While the service environments does not answer, the run keeps waiting.
 */
export async function mayBegin(
  deps: Pick<Deps, 'pool' | 'environments' | 'followers'>,
  claimed: LeasedIteration[],
): Promise<boolean> {
  const { runId, projectId, isFirst, environmentId, environmentRevision } = claimed[0]!;
  if (!isFirst || environmentId === null) return true;
  const present = await presentRevision(deps, projectId, environmentId);
  if (present === environmentRevision) return true;
  if (present === 'unknown') {
    await releaseIterations(
      deps.pool,
      claimed.map(({ id, fence }) => ({ id, fence })),
    );
    await passTurn(deps.pool, runId);
    return false;
  }
  if (!(await rejectRun(deps.pool, runId, present))) return true;
  deps.followers.wake(runId);
  return false;
}

/** The revision of the environment; undefined when it was archived or deleted, `unknown` when nothing answered. */
async function presentRevision(
  { environments }: Pick<Deps, 'environments'>,
  projectId: string,
  environmentId: string,
): Promise<number | undefined | 'unknown'> {
  try {
    const { revisions } = await environments.call(
      BundlesService.currentRevisions,
      { projectId, environmentIds: [environmentId] },
      // The work is the runner's, the question is ours.
      { caller: { service: 'runs', requestId: environmentId }, timeoutMs: ANSWER_MS },
    );
    return revisions.find((each) => each.environmentId === environmentId)?.revision;
  } catch (error) {
    if (error instanceof Problem) return 'unknown';
    throw error;
  }
}
