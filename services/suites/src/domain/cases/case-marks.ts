import { hash } from 'node:crypto';
import { canonical } from '@assay/contract/canonical';
import type { EvalTestStep } from '@assay/contract/areas/cases/step';
import type { CaseBody } from './case-record.ts';
import { nearKeysOf, type NearKeys } from './near-keys.ts';
import type { Words } from './near-same.ts';
import { promptParts } from './prompt-parts.ts';

/** What cases of a suite that repeat each other are found by. */
export interface Marks {
  /** Equal for cases with the same steps, but for ids and the order of keys, and the same polarity. */
  content: string;
  /** Equal for cases that differ in nothing but words of their prompts. */
  shape: string;
  /** The words of each prompt, sorted, on a line of its own. */
  wording: string;
}

export function marksOf({ steps, isNegative }: Pick<CaseBody, 'steps' | 'isNegative'>): Marks {
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

/** The words of marks. */
export const wordsOf = ({ wording }: Pick<Marks, 'wording'>): Words =>
  wording.split('\n').map((line) => new Set(line.split(' ')));

/** What near-same cases of one suite are found by. */
export const keysOf = (suiteId: string, marks: Pick<Marks, 'shape' | 'wording'>): NearKeys =>
  nearKeysOf(`${suiteId} ${marks.shape}`, wordsOf(marks));

/** A step without its id, and with the arguments that a call without any has. */
function withoutId({
  id: _id,
  ...step
}: EvalTestStep): Omit<EvalTestStep, 'id'> & Record<string, unknown> & { prompt: string } {
  return (step.kind === 'toolCall' ? { ...step, arguments: step.arguments ?? {} } : step) as ReturnType<
    typeof withoutId
  >;
}

const digest = (value: unknown): string => hash('sha256', canonical(value), 'base64url');
