import { hash } from 'node:crypto';
import { canonicalJson } from '@assay/contract/canonical';
import type { EvalTestStep } from '@assay/contract/areas/cases/step';
import type { CaseBody } from './case-record.ts';
import { nearKeysOf, type NearKeys } from './near-keys.ts';
import type { PromptWords } from './near-same.ts';
import { promptParts } from './prompt-parts.ts';

/** The marks by which repeated cases of a suite are found. */
export interface CaseMarks {
  /** Equal for cases with the same polarity and the same steps, apart from ids and the order of keys. */
  content: string;
  /** Equal for cases that differ only in words of their prompts. */
  shape: string;
  /** The words of each prompt, sorted, on a line of its own. */
  wording: string;
}

export function marksOf({ steps, isNegative }: Pick<CaseBody, 'steps' | 'isNegative'>): CaseMarks {
  const plain = steps.map(withoutId);
  const wording: string[] = [];
  const shape = plain.map((step) => {
    if (step.kind !== 'prompt') return step;
    const { fixed, words } = promptParts(step.prompt);
    wording.push(words.join(' '));
    return { ...step, prompt: fixed };
  });
  return {
    content: digest({ isNegative, steps: plain }),
    shape: digest({ isNegative, steps: shape }),
    wording: wording.join('\n'),
  };
}

/** The words in marks. */
export const wordsOf = ({ wording }: Pick<CaseMarks, 'wording'>): PromptWords =>
  wording.split('\n').map((line) => new Set(line.split(' ')));

/** The keys by which near-same cases of one suite are found. */
export const keysOf = (suiteId: string, marks: Pick<CaseMarks, 'shape' | 'wording'>): NearKeys =>
  nearKeysOf(`${suiteId} ${marks.shape}`, wordsOf(marks));

/** A step without its id, and with the default arguments of a call. */
function withoutId({
  id: _id,
  ...step
}: EvalTestStep): Omit<EvalTestStep, 'id'> & Record<string, unknown> & { prompt: string } {
  return (step.kind === 'toolCall' ? { ...step, arguments: step.arguments ?? {} } : step) as ReturnType<
    typeof withoutId
  >;
}

const digest = (value: unknown): string => hash('sha256', canonicalJson(value), 'base64url');
