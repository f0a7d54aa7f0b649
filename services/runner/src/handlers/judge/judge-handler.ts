import type { JudgeOpinion, JudgeTask } from '@assay/contract/areas/judges/work';
import { PROMPT_VERSION } from '@assay/grading/judging/judge-version';
import { judgeByRules } from '../../domain/judging/rules-judge.ts';
import { MODEL_ID } from '../../domain/models/scripted-rules.ts';
import { NotForUs, type WorkFunction } from '@assay/work/runner/within-time';
import { jobModel, type ModelDeps } from '../../engine/models/job-model.ts';

/** Handles work items of kind `judge`: asks a model for its opinion about one recorded iteration. */
export const judgeHandler =
  (deps: ModelDeps): WorkFunction =>
  async (job, { signal }) => {
    const task = JSON.parse(job.task.toString()) as JudgeTask;
    if ((task.version as number) !== 1 || task.promptVersion !== PROMPT_VERSION) throw new NotForUs();
    const byModel = async () => {
      const model = await jobModel(deps, job, task, 'judge');
      // The SDK is loaded together with this module.
      const { judgeWithModel } = await import('./judge-with-model.ts');
      return judgeWithModel(model, task, signal);
    };
    const said = task.model === MODEL_ID ? judgeByRules(task) : await byModel();
    const opinion: JudgeOpinion = { version: 1, evidenceHash: task.evidenceHash, ...said };
    return Buffer.from(JSON.stringify(opinion));
  };
