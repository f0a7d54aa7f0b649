import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { closed, needsOneOf, oneOf, variants } from '../../schema.ts';

const ToolName = Type.String({ minLength: 1, description: 'The tool that the widget belongs to.' });

/** Locates an element of the page. */
export type WidgetLocator = Static<typeof WidgetLocator>;
export const WidgetLocator = closed(
  {
    role: Type.Optional(
      closed({
        role: Type.String({ minLength: 1 }),
        name: Type.Optional(Type.String()),
        exact: Type.Optional(Type.Boolean()),
      }),
    ),
    text: Type.Optional(Type.String({ minLength: 1 })),
    css: Type.Optional(Type.String({ minLength: 1 })),
    testId: Type.Optional(Type.String({ minLength: 1 })),
    nth: Type.Optional(Type.Integer({ minimum: 0, description: 'Which of several, from 0.' })),
  },
  {
    $id: 'EvalWidgetLocator',
    examples: [{ text: 'Buy' }],
    ...needsOneOf(['role', 'text', 'css', 'testId'], 'An element of the page.'),
  },
);

/** One action on a rendered widget. */
export type WidgetAction = Static<typeof WidgetAction>;
export const WidgetAction = variants(
  'kind',
  [
    closed({
      kind: Type.Literal('click'),
      target: WidgetLocator,
      clickType: Type.Optional(oneOf(['left', 'double', 'right'])),
    }),
    closed({ kind: Type.Literal('type'), target: WidgetLocator, text: Type.String({ maxLength: 5000 }) }),
    closed({
      kind: Type.Literal('key'),
      key: Type.String({ minLength: 1, description: 'Such as `Enter` or `Control+A`; the focused element gets it.' }),
    }),
    closed({
      kind: Type.Literal('select'),
      target: WidgetLocator,
      values: Type.Array(Type.String({ maxLength: 500 }), {
        minItems: 1,
        maxItems: 50,
        description: 'Values or labels of options; the others are deselected.',
      }),
    }),
    closed({ kind: Type.Literal('hover'), target: WidgetLocator }),
    closed({
      kind: Type.Literal('scroll'),
      direction: oneOf(['up', 'down']),
      amount: Type.Optional(Type.Number({ exclusiveMinimum: 0, description: 'In CSS pixels; 400 when absent.' })),
    }),
    closed({ kind: Type.Literal('wait'), ms: Type.Integer({ minimum: 1, maximum: 30_000 }) }),
    closed({
      kind: Type.Literal('waitForText'),
      text: Type.String({ minLength: 1, maxLength: 5000 }),
      ms: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 30_000, description: 'How long at most; 3,000 when absent.' }),
      ),
    }),
  ],
  { $id: 'EvalWidgetAction' },
);

/**
 * An expectation about a live page, so it cannot be graded again from a transcript. Told apart from other assertions by
 * `kind`.
 */
export type WidgetAssertion = Static<typeof WidgetAssertion>;
export const WidgetAssertion = variants(
  'kind',
  [
    closed({
      kind: Type.Literal('textVisible'),
      toolName: ToolName,
      text: Type.String({ minLength: 1, maxLength: 5000 }),
    }),
    closed({ kind: Type.Literal('elementVisible'), toolName: ToolName, target: WidgetLocator }),
    closed({ kind: Type.Literal('elementHidden'), toolName: ToolName, target: WidgetLocator }),
    closed({
      kind: Type.Literal('inputValue'),
      toolName: ToolName,
      target: WidgetLocator,
      equals: Type.String({ maxLength: 5000 }),
    }),
    closed({
      kind: Type.Literal('widgetToolCalled'),
      toolName: ToolName,
      calledToolName: Type.String({ minLength: 1 }),
    }),
  ],
  { $id: 'EvalWidgetAssertion' },
);
