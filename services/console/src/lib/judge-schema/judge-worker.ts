import { Validator, type Schema } from '@cfworker/json-schema';
import type { JudgeAnswer, JudgeQuestion } from './judge-question.ts';

/** Answers whether a value fits a foreign schema. The page ends this worker when an answer takes too long. */
self.addEventListener('message', ({ data: { id, schema, value } }: MessageEvent<JudgeQuestion>) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A worker has no origin.
  self.postMessage({ id, ...judged(schema, value) } satisfies JudgeAnswer);
});

// It listens.
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- A worker has no origin.
self.postMessage({ id: 0 } satisfies JudgeAnswer);

function judged(schema: unknown, value: unknown): Omit<JudgeAnswer, 'id'> {
  try {
    const { errors } = new Validator(schema as Schema, '2020-12', false).validate(value);
    return {
      issues: errors.map(({ keyword, keywordLocation, instanceLocation, error }) => ({
        keyword,
        place: keywordLocation.replace(/^#/, ''),
        pointer: instanceLocation.replace(/^#/, ''),
        message: error,
      })),
    };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}
