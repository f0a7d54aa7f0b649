import type { ModelMessage } from 'ai';
import { Problem } from '@assay/contract/problem';
import { jsonWithin } from '../domain/models/json-within.ts';
import { clipWithEllipsis } from '../domain/models/catalog-text.ts';
import { askForJson, type JsonQuestion } from './ask-for-json.ts';
import type { NamedModel } from './models.ts';

/** At most this many questions to a model whose answers cannot be used. */
const MAX_QUESTIONS = 2;
/** At most this much of an unusable answer is quoted back to the model, in characters. */
const MAX_QUOTE = 20_000;
/** At most this much of an answer that stays unusable is kept with the failure, in characters. */
const MAX_KEPT = 500;

/** A parsed answer, or the reason why it cannot be used. */
export type ParsedAnswer<T> = { usable: T } | { fault: string };

/** The tokens of all questions together; a provider may not report them. */
export interface QuestionUsage {
  inputTokens: number;
  outputTokens: number;
}

/** Asks a model until `read` accepts the answer, at most twice: the second question tells it what was wrong. */
export async function askUntilUsable<T>(
  model: NamedModel,
  { request, ...question }: Omit<JsonQuestion, 'messages'> & { request: string },
  read: (value: unknown) => ParsedAnswer<T>,
): Promise<{ usable: T; used: QuestionUsage }> {
  const messages: ModelMessage[] = [{ role: 'user', content: request }];
  const used = { inputTokens: 0, outputTokens: 0 };
  for (let count = 1; ; count++) {
    const answer = await askForJson(model, { ...question, messages });
    used.inputTokens += answer.usage?.inputTokens ?? 0;
    used.outputTokens += answer.usage?.outputTokens ?? 0;
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
