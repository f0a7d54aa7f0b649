import { findTrial } from '../actions/trace/find-trial.ts';
import type { ProjectPlatform } from '../platform/open-platform.ts';
import type { KeptTrial } from './last-test.ts';

/** The most trials of one run. */
const MOST = 20;

/**
 * Reads the trials of a run that a person wants to see when the platform is gone: the first failed trial of each case that
 * did not pass, else the first trial of the first case.
 */
export async function readTrials({ assay, projectId }: ProjectPlatform, runId: string): Promise<KeptTrial[]> {
  const target = { projectId: await projectId(), runId };
  const { items } = await assay.listEvalRunCases(target, { limit: 200 });
  const placed = items.map((runCase, i) => ({ runCase, place: i + 1 }));
  const failed = placed.filter(({ runCase }) => runCase.outcome !== 'passed').slice(0, MOST);
  const kept: KeptTrial[] = [];
  for (const { runCase, place } of failed.length > 0 ? failed : placed.slice(0, 1)) {
    if (runCase.iterationId === null) continue;
    const found = await findTrial(assay, target, { named: runCase.testCaseId, trial: undefined });
    const trace = await assay.getEvalIterationTrace({ ...target, iterationId: found.evaluation.iterationId });
    kept.push({ ...found, place, trace });
  }
  return kept;
}
