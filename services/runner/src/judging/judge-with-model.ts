import type { JudgeOpinion, JudgeTask } from '@assay/contract/areas/judges/work';
import { questionOf, readSheet, Sheet } from '../domain/judging/question.ts';
import { askUntilUsable } from '../models/ask-until-usable.ts';
import type { NamedModel } from '../models/models.ts';

/** How long a model may take for one answer, in milliseconds. */
const ANSWER_MS = 80_000;

/** Judges one trial with a language model. What it answers is read strictly; it is asked once more when it cannot be used. */
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
