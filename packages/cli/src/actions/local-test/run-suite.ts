import type { EvalRun, EvalRunCreateRequest } from '@assay/sdk';
import type { CommandContext } from '../../command-context.ts';
import { RunProgress } from '../../runs/run-progress.ts';
import { isUnusableServer } from '../../runs/unusable-server.ts';
import { waitForRun } from '../../runs/wait-for-run.ts';
import type { LocalAssay } from './local-assay.ts';

/** A server that cannot be used, so that no run of its suite could begin. */
export interface UnusableServer {
  server: { message: string; nextStep: string | undefined };
}

/** Launches a suite and waits for the end of its run. Where a server cannot be used there is no run. */
export async function runSuite(
  context: CommandContext,
  local: LocalAssay,
  launch: EvalRunCreateRequest,
): Promise<EvalRun | UnusableServer> {
  const projectId = await local.projectId();
  let runId: string;
  try {
    ({ runId } = await local.assay.createEvalRun({ projectId }, launch));
  } catch (error) {
    if (!isUnusableServer(error)) throw error;
    const { nextStep } = error.details ?? {};
    return { server: { message: error.message, nextStep: typeof nextStep === 'string' ? nextStep : undefined } };
  }
  const progress = new RunProgress(context);
  try {
    return await waitForRun(context, local, runId, progress);
  } finally {
    progress.clear();
  }
}
