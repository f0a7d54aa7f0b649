import type { EvalRun } from '@assay/contract/areas/eval-runs/documents';

/** The runners that could take a waiting run, and the runs that they work on. */
export interface RunnerWait {
  labels: string[];
  /** Live runners that could take it, with free slots or without. */
  runners: number;
  /** Runs of the same project that these work on, oldest first; at most ten. */
  runIds: string[];
  /** The number of runs that these work on, in all projects. */
  busyWith: number;
}

/** Why a run waits for its first runner; undefined while one is about to take it. */
export function waitOfRun({ labels, runners, runIds, busyWith }: RunnerWait): EvalRun['waitingFor'] {
  if (runners === 0) {
    const wanted = labels.length === 0 ? 'takes runs without labels' : `has the labels ${labels.join(', ')}`;
    return { reason: 'runner', labels, runIds: [], message: `No live runner ${wanted}.` };
  }
  if (busyWith === 0) return undefined;
  const elsewhere = busyWith - runIds.length;
  const named = [...runIds, ...(elsewhere > 0 ? [`${elsewhere} more`] : [])].join(', ');
  return {
    reason: 'slots',
    labels,
    runIds,
    message: `The slots of the ${runners} runners that could take it are taken by other runs: ${named}.`,
  };
}
