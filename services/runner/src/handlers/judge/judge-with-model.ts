import type { JudgeOpinion, JudgeTask } from '@assay/contract/areas/judges/work';
import { given } from '@assay/contract/given';
import { judgeQuestion, readJudgeSheet, JudgeSheet } from '../../domain/judging/judge-question.ts';
import { askUntilUsable } from '../../engine/models/ask-until-usable.ts';
import type { NamedModel } from '../../engine/models/named-model.ts';

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
    ...judgeQuestion(task),
    schema: JudgeSheet,
    signal,
    timeoutMs: ANSWER_MS,
    temperature: 0,
  };
  const { usable, used } = await askUntilUsable(model, question, (value) => readJudgeSheet(value, task.criteria));
  return { ...usable, ...given({ usage: used }) };
}
