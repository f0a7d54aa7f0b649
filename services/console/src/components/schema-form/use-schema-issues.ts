import { useEffect, useState } from 'react';
import type { JudgeAnswer } from '../../lib/judge-schema/judge-question.ts';
import { judgeSchema } from '../../lib/judge-schema/judge-schema.ts';

/** Rest after the last keystroke before a value is judged, in milliseconds. */
const REST_MS = 120;

/** The issues that a foreign schema has with a value, after a short rest of typing. */
export function useSchemaIssues(schema: unknown, value: unknown): Omit<JudgeAnswer, 'id'> {
  const [answer, setAnswer] = useState<Omit<JudgeAnswer, 'id'>>({ issues: [] });
  const key = JSON.stringify(value);
  useEffect(() => {
    let isGone = false;
    const timer = setTimeout(() => {
      void judgeSchema(schema, value).then((judged) => {
        if (!isGone) setAnswer(judged);
      });
    }, REST_MS);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [schema, key]);
  return answer;
}
