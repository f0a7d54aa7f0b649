import type { ModelMessage } from 'ai';
import { Problem } from '@assay/contract/problem';
import { jsonWithin } from '../../domain/models/json-within.ts';
import { clipWithEllipsis } from '../../domain/models/catalog-text.ts';
import { askForJson, type JsonAnswer, type JsonQuestion } from './ask-for-json.ts';
import type { NamedModel } from './named-model.ts';

/** At most this many questions to a model whose answers cannot be used. */
const MAX_QUESTIONS = 2;
/** At most this much of an unusable answer is quoted back to the model, in characters. */
const MAX_QUOTE = 20_000;
/** At most this much of an answer that stays unusable is kept with the failure, in characters. */
const MAX_KEPT = 500;

/** A parsed answer, or the reason why it cannot be used. */
type ParsedAnswer<T> = { usable: T } | { fault: string };

/** The tokens of all questions together. */
interface QuestionUsage {
  inputTokens: number;
  outputTokens: number;
}

/**
 * Asks a model until `read` accepts the answer, at most twice: the second question tells it what was wrong. `used` is
 * undefined when the provider did not report the tokens of an answer.
 */
export async function askUntilUsable<T>(
  model: NamedModel,
  { request, ...question }: Omit<JsonQuestion, 'messages'> & { request: string },
  read: (value: unknown) => ParsedAnswer<T>,
): Promise<{ usable: T; used: QuestionUsage | undefined }> {
  const messages: ModelMessage[] = [{ role: 'user', content: request }];
  let used: QuestionUsage | undefined = { inputTokens: 0, outputTokens: 0 };
  for (let count = 1; ; count++) {
    const answer = await askForJson(model, { ...question, messages });
    used = used && plusAnswer(used, answer);
    const value = 'fault' in answer ? jsonWithin(answer.text) : answer.value;
    const reading = 'fault' in answer && value === undefined ? answer : read(value);
    if ('usable' in reading) return { usable: reading.usable, used };
    if (count === MAX_QUESTIONS)
      throw new Problem(
        'INTERNAL_ERROR',
        `The model "${model.id}" gave no usable answer, also when asked again: ${reading.fault}. It answered: ${clipWithEllipsis(answer.text, MAX_KEPT) || '(nothing)'}`,
      );
    messages.push(
      { role: 'assistant', content: clipWithEllipsis(answer.text, MAX_QUOTE) || '(nothing)' },
      {
        role: 'user',
        content: `This answer cannot be used: ${reading.fault}. Answer again, complete and in the shape asked for.`,
      },
    );
  }
}

function plusAnswer(used: QuestionUsage, { usage }: Pick<JsonAnswer, 'usage'>): QuestionUsage | undefined {
  const { inputTokens, outputTokens } = usage ?? {};
  if (inputTokens === undefined || outputTokens === undefined) return undefined;
  return { inputTokens: used.inputTokens + inputTokens, outputTokens: used.outputTokens + outputTokens };
}
