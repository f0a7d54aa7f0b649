import type { ModelMessage } from 'ai';
import { Problem } from '@assay/contract/problem';
import { clipped } from '../domain/models/catalog-text.ts';
import { askForJson, type Question } from './ask-for-json.ts';
import type { NamedModel } from './models.ts';

/** How often a model is asked when what it answers cannot be used. */
const MAX_QUESTIONS = 2;
/** How much of an answer that cannot be used the model is shown again, in characters. */
const MAX_QUOTE = 20_000;

/** What an answer comes to, or what keeps it from being used. */
export type Reading<T> = { usable: T } | { fault: string };

/** What the questions used together; a provider may not say. */
export interface Used {
  inputTokens: number;
  outputTokens: number;
}

/** Asks a model until `read` can use what it answers, twice at most: the second time it is told what was wrong. */
export async function askUntilUsable<T>(
  model: NamedModel,
  { request, ...question }: Omit<Question, 'messages'> & { request: string },
  read: (value: unknown) => Reading<T>,
): Promise<{ usable: T; used: Used }> {
  const messages: ModelMessage[] = [{ role: 'user', content: request }];
  const used = { inputTokens: 0, outputTokens: 0 };
  for (let count = 1; ; count++) {
    const answer = await askForJson(model, { ...question, messages });
    used.inputTokens += answer.usage?.inputTokens ?? 0;
    used.outputTokens += answer.usage?.outputTokens ?? 0;
    const reading = 'fault' in answer ? answer : read(answer.value);
    if ('usable' in reading) return { usable: reading.usable, used };
    if (count === MAX_QUESTIONS)
      throw new Problem(
        'INTERNAL_ERROR',
        `The model "${model.id}" gave no usable answer, also when asked again: ${reading.fault}.`,
      );
    messages.push(
      { role: 'assistant', content: clipped(answer.text, MAX_QUOTE) || '(nothing)' },
      {
        role: 'user',
        content: `This answer cannot be used: ${reading.fault}. Answer again, complete and in the shape asked for.`,
      },
    );
  }
}
