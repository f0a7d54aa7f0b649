import type { Explanation, ExplanationTask } from '@assay/contract/areas/analysis/explanation';
import { NotForUs, type WorkFunction } from '@assay/work/runner/within-time';
import { jobModel, type ModelDeps } from '../../engine/models/job-model.ts';

/** Handles work items of kind `explain`: asks a model for likely causes of a run's findings. */
export const explainHandler =
  (deps: ModelDeps): WorkFunction =>
  async (job, { signal }) => {
    const task = JSON.parse(job.task.toString()) as ExplanationTask;
    if ((task.version as number) !== 1) throw new NotForUs();
    const model = await jobModel(deps, job, task, 'explain');
    // The SDK is loaded together with this module.
    const { explainWithModel } = await import('./explain-with-model.ts');
    const explanation: Explanation = { version: 1, model: model.id, ...(await explainWithModel(model, task, signal)) };
    return Buffer.from(JSON.stringify(explanation));
  };
