/** The runner in this process: the labels with which it asks for work, once it is known how it is started. */
export interface LocalRunnerLabels {
  labels: Promise<string[]>;
}

/** The labels of the local runner; undefined when there is none, or its labels are not known, or not yet. */
export const labelsSoFar = (runner: LocalRunnerLabels | undefined): Promise<string[] | undefined> =>
  Promise.race([runner?.labels ?? Promise.resolve(undefined), Promise.resolve(undefined)]);
