import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import type { EvalTestStep } from '@assay/contract/areas/cases/step';
import type { Transcript } from '@assay/contract/areas/transcripts/documents';
import { trialEvidence } from '../evidence/evidence.ts';
import type { RequestedCheck } from './judge-checks.ts';

type ToolCallStep = Extract<EvalTestStep, { kind: 'toolCall' }>;

/** The only step of a case that is one tool call, and asserts nothing; undefined for every other case. */
export function loneToolCall({ steps: [only, ...others] }: Pick<FrozenCase, 'steps'>): ToolCallStep | undefined {
  return only?.kind === 'toolCall' && others.length === 0 ? only : undefined;
}

/**
 * The assertion that a lone tool call implies where its tool has a widget and a browser watched: that the widget was
 * rendered.
 */
export function impliedChecks(frozen: FrozenCase, transcript: Transcript): RequestedCheck[] {
  const step = loneToolCall(frozen);
  const hasWidget = transcript.renderings?.some(({ status }) => status !== 'no_ui_resource');
  if (!step || !hasWidget) return [];
  return [
    {
      source: 'step',
      stepId: `${step.id}-rendered`,
      assertion: { type: 'widgetRendered', toolName: step.toolName },
      evidence: trialEvidence(transcript, frozen),
    },
  ];
}
