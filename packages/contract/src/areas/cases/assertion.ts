import type { Static, TProperties } from 'typebox';
import { Type } from '../../type.ts';
import { closed, oneOf, record, variants } from '../../schema.ts';
import { AssertionRole } from './role.ts';

const Name = Type.String({ minLength: 1 });
const Count = Type.Integer({ exclusiveMinimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const CaseSensitive = Type.Optional(
  Type.Boolean({ description: 'Whether upper and lower case differ; they do not when absent.' }),
);

/** Narrows an assertion to the calls of one tool. */
const narrowed = { toolName: Type.Optional(Name) };

/** A text of the results of calls. */
const resultText = {
  needle: Type.String({ minLength: 1, maxLength: 1000 }),
  caseSensitive: CaseSensitive,
  ...narrowed,
};

const severity = Type.Optional(oneOf(['warn'], { description: 'Only together with role `advisory`.' }));
const onlyAdvisoryWarns = {
  dependentSchemas: { severity: { type: 'object', required: ['role'], properties: { role: { const: 'advisory' } } } },
};

/** An assertion that may decide a trial. */
const assertion = <T extends string, P extends TProperties>(type: T, fields: P) =>
  closed(
    {
      type: Type.Literal(type),
      role: Type.Optional(AssertionRole),
      severity,
      ...fields,
    },
    onlyAdvisoryWarns,
  );

/** An assertion that reports an observation and never decides a trial. */
const observation = <T extends string, P extends TProperties>(type: T, fields: P) =>
  closed({
    type: Type.Literal(type),
    role: Type.Literal('advisory', { description: 'An observation never decides a trial.' }),
    severity,
    ...fields,
  });

const ExpectedArguments = closed({
  args: record(),
  argumentMatching: Type.Optional(
    oneOf(['exact', 'partial', 'ignore'], { description: '`partial` when absent: only the listed keys are compared.' }),
  ),
});

/**
 * An expectation that is graded from the recorded transcript, so it can be graded again later. Assertions about a live
 * page are told apart by `kind` instead of `type`: see widget.ts.
 */
export type EvalAssertion = Static<typeof EvalAssertion>;
export const EvalAssertion = variants(
  'type',
  [
    assertion('toolDescriptionsPresent', { minLength: Type.Optional(Count) }),
    assertion('toolAnnotationsPresent', {
      require: Type.Optional(
        Type.Array(oneOf(['readOnlyHint', 'destructiveHint'], { $id: 'ToolAnnotationHint' }), {
          maxItems: 2,
          uniqueItems: true,
        }),
      ),
    }),
    assertion('toolNamesUnique', {}),
    observation('noDeprecatedToolExposed', {}),
    assertion('toolInputSchemasWellFormed', {}),
    assertion('toolOutputSchemasPresent', {}),
    assertion('toolCalledWith', { toolName: Name, args: ExpectedArguments, minCount: Type.Optional(Count) }),
    assertion('toolCalledAtLeastOnce', { toolName: Name }),
    assertion('toolNeverCalled', { toolName: Name }),
    assertion('onlyToolsCalled', { toolNames: Type.Array(Name) }),
    assertion('firstToolWas', { toolName: Name }),
    assertion('responseContains', { needle: Name, caseSensitive: CaseSensitive }),
    assertion('responseNotContains', { needle: Name, caseSensitive: CaseSensitive }),
    assertion('responseMatches', { pattern: Name }),
    assertion('responseNotMatches', { pattern: Name }),
    assertion('noToolErrors', {}),
    assertion('finalAssistantMessageNonEmpty', {}),
    assertion('tokenBudgetUnder', { tokens: Count }),
    assertion('widgetRendered', narrowed),
    assertion('widgetRenderLatencyUnder', { ms: Count, ...narrowed }),
    assertion('widgetNoConsoleErrors', narrowed),
    assertion('turnCountUnder', { turns: Count }),
    observation('noEndingQuestion', {}),
    assertion('toolLatencyUnder', { ms: Count, ...narrowed }),
    assertion('toolResultContains', resultText),
    assertion('toolResultNotContains', resultText),
    assertion('toolResultMatchesSchema', {
      schema: Type.Unknown({ description: 'A JSON Schema; references to other documents are not followed.' }),
      ...narrowed,
    }),
    assertion('toolResultMatchesDeclaredSchema', narrowed),
    assertion('toolResultSizeUnder', { maxBytes: Count, ...narrowed }),
    assertion('argumentsMatchToolSchema', narrowed),
    observation('noRepeatedIdenticalCall', narrowed),
    assertion('toolCallCountUnder', { count: Count, ...narrowed }),
    assertion('toolCalledBefore', { toolName: Name, beforeToolName: Name }),
    observation('noDeprecatedToolCalled', {}),
    assertion('noDestructiveToolCalled', {}),
    observation('toolErrorNamesInput', narrowed),
    observation('fullPageHasContinuation', narrowed),
  ],
  { $id: 'EvalAssertion' },
);

/** Ids of a suite's standard checks; a case suppresses a check by its id. */
export type StandardCheckId = Static<typeof StandardCheckId>;
export const StandardCheckId = oneOf(
  [
    'discovery.description',
    'discovery.annotations',
    'discovery.collisions',
    'discovery.deprecated',
    'call.schema',
    'response.schema',
    'selection.hops',
    'call.parameters',
    'call.repeated',
    'response.performance',
    'response.size',
    'response.errors',
    'response.recovery',
    'response.pagination',
    'userValue.turns',
  ],
  { $id: 'EvalStandardCheckId' },
);
