import { consolePages } from '@assay/contract/areas/overview/console-pages';
import type { EvalRun } from '@assay/contract/areas/eval-runs/documents';

/** The addresses at which a run, a comparison and the recording of an iteration can be viewed. */
export interface ReportAddresses {
  run: string;
  comparedWith(baseRunId: string): string;
  traceOf(iterationId: string): string;
}

/** The addresses below the public address of an installation; undefined where reports hold none. */
export function addressesOf(
  publicUrl: string | undefined,
  projectId: string,
  { id }: Pick<EvalRun, 'id'>,
): ReportAddresses | undefined {
  if (publicUrl === undefined) return undefined;
  return {
    run: `${publicUrl}${consolePages.run(projectId, id)}`,
    comparedWith: (baseRunId) => `${publicUrl}${consolePages.comparison(projectId, id, baseRunId)}`,
    traceOf: (iterationId) => `${publicUrl}${consolePages.iteration(projectId, id, iterationId)}`,
  };
}

/** The name of a case, with its model where it has one: a case that ran with two models is two of a report. */
export const variantName = ({ title, model }: { title: string; model: string | null }): string =>
  model === null ? title : `${title} [${model}]`;
