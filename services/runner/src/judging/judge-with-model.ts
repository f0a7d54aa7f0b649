import type { JudgeOpinion, JudgeTask } from '@assay/contract/areas/judges/work';
import { questionOf, readSheet, Sheet } from '../domain/judging/question.ts';
import { askUntilUsable } from '../models/ask-until-usable.ts';
import type { NamedModel } from '../models/models.ts';

/** The time that a model gets for one answer, in milliseconds. */
const ANSWER_MS = 80_000;

/**
 * Judges one iteration with a language model. The answer is parsed strictly; when it cannot be used, the model is asked
 * once more.
 */
export async function judgeWithModel(
  model: NamedModel,
  task: JudgeTask,
  signal: AbortSignal,
): Promise<Omit<JudgeOpinion, 'version' | 'evidenceHash'>> {
  const question = {
    ...questionOf(task),
    schema: Sheet,
    signal,
    timeoutMs: ANSWER_MS,
    temperature: 0,
  };
  const { usable, used } = await askUntilUsable(model, question, (value) => readSheet(value, task.criteria));
  return { ...usable, usage: used };
}
