import type { ReactNode } from 'react';
import type { EvalTestStep } from '@assay/sdk';
import { AssertionWords, assertionNameOf } from './assertion-words.tsx';
import { visibleText } from '../visible-text.ts';

/** A whole step of a case in a few words; undefined for a value that is no step. */
export function stepWords(value: unknown): ReactNode {
  if (typeof value !== 'object' || value === null || !('kind' in value) || !('id' in value)) return undefined;
  const step = value as EvalTestStep;
  switch (step.kind) {
    case 'prompt':
      return visibleText(step.prompt);
    case 'toolCall':
      return (
        <>
          {visibleText(step.toolName)} <code>{visibleText(JSON.stringify(step.arguments ?? {}))}</code>
        </>
      );
    case 'interact':
      return visibleText(`${step.action.kind} on ${step.toolName}`);
    case 'assert':
      return (
        <>
          {assertionNameOf(step.assertion)}: <AssertionWords assertion={step.assertion} />
        </>
      );
    default:
      return undefined;
  }
}
