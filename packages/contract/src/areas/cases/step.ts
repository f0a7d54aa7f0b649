import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { open, record, variants, when } from '../../schema.ts';
import { EvalAssertion } from './assertion.ts';
import { NameReference } from '../../text.ts';
import { WidgetAction, WidgetAssertion } from './widget.ts';

const StepId = Type.String({ minLength: 1, description: 'Unique within its case.' });
const ToolName = Type.String({ minLength: 1 });

/** The assertion of an assert step: about the transcript (it has a `type`) or about a live page (it has a `kind`). */
export type StepAssertion = Static<typeof StepAssertion>;
export const StepAssertion = Type.Unsafe<EvalAssertion | WidgetAssertion>({
  $id: 'EvalStepAssertion',
  type: 'object',
  description: 'An assertion with `type` is graded from the transcript, one with `kind` on a live page.',
  ...when({ type: 'object', required: ['kind'] }, WidgetAssertion, EvalAssertion),
});

/** One action or assertion of a case. Unknown keys of a step are kept. */
export type EvalTestStep = Static<typeof EvalTestStep>;
export const EvalTestStep = variants(
  'kind',
  [
    open({
      id: StepId,
      kind: Type.Literal('prompt'),
      prompt: Type.String({ minLength: 1, description: "The user's message; the model then takes a turn." }),
    }),
    open({
      id: StepId,
      kind: Type.Literal('toolCall'),
      serverName: NameReference({ description: "The name of one of the suite's servers." }),
      toolName: ToolName,
      arguments: Type.Optional(record({ description: 'At most 100000 characters of JSON; `{}` when absent.' })),
      renderTimeoutMs: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 120_000, description: 'How long a widget may take to render.' }),
      ),
    }),
    open({
      id: StepId,
      kind: Type.Literal('interact'),
      toolName: ToolName,
      action: WidgetAction,
    }),
    open({ id: StepId, kind: Type.Literal('assert'), assertion: StepAssertion }),
  ],
  { $id: 'EvalTestStep' },
);
