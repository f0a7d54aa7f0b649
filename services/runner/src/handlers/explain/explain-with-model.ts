import type { ExplanationTask } from '@assay/contract/areas/analysis/explanation';
import {
  explanationQuestion,
  readExplanationSheet,
  ExplanationSheet,
} from '../../domain/explaining/explanation-question.ts';
import { askUntilUsable } from '../../engine/models/ask-until-usable.ts';
import type { NamedModel } from '../../engine/models/named-model.ts';

/** The time that a model gets for one answer, in milliseconds. */
const ANSWER_MS = 110_000;

/**
 * Explains findings with a language model. The answer is parsed strictly; when it cannot be used, the model is asked
 * once more.
 */
export async function explainWithModel(
  model: NamedModel,
  task: ExplanationTask,
  signal: AbortSignal,
): Promise<ExplanationSheet> {
  const ids = new Set(task.findings.map(({ id }) => id));
  const { usable } = await askUntilUsable(
    model,
    {
      ...explanationQuestion(task),
      schema: ExplanationSheet,
      signal,
      timeoutMs: ANSWER_MS,
      temperature: 0,
    },
    (value) => readExplanationSheet(value, ids),
  );
  return usable;
}
