import type { ReactNode } from 'react';
import type { EvalStepAssertion } from '@assay/sdk';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { writeCount, writeSize } from '../format/numbers.ts';
import { writeDuration } from '../format/times.ts';
import { visibleText } from '../visible-text.ts';

type Of<Type extends string> = Extract<EvalStepAssertion, { type: Type } | { kind: Type }>;
type Tagged<A> = A extends { type: infer T extends string }
  ? T
  : A extends { kind: infer K extends string }
    ? K
    : never;
type Words = { [Type in Tagged<EvalStepAssertion>]: (assertion: Of<Type>) => ReactNode };

const Tool = ({ name }: { name: string }) => (
  <code>
    <Foreign text={name} />
  </code>
);
const Text = ({ text }: { text: string }) => (
  <>
    “
    <b>
      <Foreign text={text} />
    </b>
    ”
  </>
);
const some = (toolName: string | undefined, every: ReactNode): ReactNode =>
  toolName === undefined ? every : <Tool name={toolName} />;
const resultOf = (toolName: string | undefined): ReactNode =>
  toolName === undefined ? 'a result' : <>the result of {<Tool name={toolName} />}</>;

/** The meaning of an assertion in a few words; the API explains each type in a sentence. */
const words: Words = {
  toolDescriptionsPresent: ({ minLength }) =>
    minLength === undefined
      ? 'every tool has a description'
      : `every description has ${writeCount(minLength)} characters`,
  toolAnnotationsPresent: ({ require: all = [] }) =>
    all.length === 0 ? 'every tool has annotations' : `every tool states ${all.join(' and ')}`,
  toolNamesUnique: () => 'no server has two tools of one name',
  noDeprecatedToolExposed: () => 'no tool calls itself deprecated',
  toolInputSchemasWellFormed: () => 'every input schema is valid',
  toolOutputSchemasPresent: () => 'every tool declares an output schema',
  toolCalledWith: ({ toolName, args, minCount = 1 }) => (
    <>
      <Tool name={toolName} /> is called with <code>{visibleText(JSON.stringify(args.args))}</code>
      {minCount > 1 && ` at least ${writeCount(minCount)} times`}
    </>
  ),
  toolCalledAtLeastOnce: ({ toolName }) => (
    <>
      <Tool name={toolName} /> is called
    </>
  ),
  toolNeverCalled: ({ toolName }) => (
    <>
      <Tool name={toolName} /> is never called
    </>
  ),
  onlyToolsCalled: ({ toolNames }) => (
    <>
      no tool but <code>{toolNames.join(', ') || 'none'}</code> is called
    </>
  ),
  firstToolWas: ({ toolName }) => (
    <>
      the first call is of <Tool name={toolName} />
    </>
  ),
  responseContains: ({ needle }) => (
    <>
      the reply contains <Text text={needle} />
    </>
  ),
  responseNotContains: ({ needle }) => (
    <>
      the reply does not contain <Text text={needle} />
    </>
  ),
  responseMatches: ({ pattern }) => (
    <>
      the reply matches <code>{pattern}</code>
    </>
  ),
  responseNotMatches: ({ pattern }) => (
    <>
      the reply does not match <code>{pattern}</code>
    </>
  ),
  noToolErrors: () => 'no call of the trial failed',
  finalAssistantMessageNonEmpty: () => 'the last reply is not empty',
  tokenBudgetUnder: ({ tokens }) => (
    <>
      fewer than <b>{writeCount(tokens)} tokens</b> are used
    </>
  ),
  widgetRendered: ({ toolName }) => <>the widget of {some(toolName, 'every call')} is drawn</>,
  widgetRenderLatencyUnder: ({ toolName, ms }) => (
    <>
      the widget of {some(toolName, 'every call')} is drawn within <b>{writeDuration(ms)}</b>
    </>
  ),
  widgetNoConsoleErrors: ({ toolName }) => <>the widget of {some(toolName, 'every call')} logs no error</>,
  turnCountUnder: ({ turns }) => (
    <>
      fewer than <b>{writeCount(turns)} turns</b> are taken
    </>
  ),
  noEndingQuestion: () => 'the last reply does not end with a question',
  toolLatencyUnder: ({ toolName, ms }) => (
    <>
      {some(toolName, 'every call')} answers within <b>{writeDuration(ms)}</b>
    </>
  ),
  toolResultContains: ({ toolName, needle }) => (
    <>
      {resultOf(toolName)} contains <Text text={needle} />
    </>
  ),
  toolResultNotContains: ({ toolName, needle }) => (
    <>
      {resultOf(toolName)} does not contain <Text text={needle} />
    </>
  ),
  toolResultMatchesSchema: ({ toolName }) => <>{resultOf(toolName)} fits the given schema</>,
  toolResultMatchesDeclaredSchema: ({ toolName }) => <>{resultOf(toolName)} fits its declared schema</>,
  toolResultSizeUnder: ({ toolName, maxBytes }) => (
    <>
      {resultOf(toolName)} is below <b>{writeSize(maxBytes)}</b>
    </>
  ),
  argumentsMatchToolSchema: ({ toolName }) => <>the arguments of {some(toolName, 'every call')} fit the schema</>,
  noRepeatedIdenticalCall: ({ toolName }) => <>no call of {some(toolName, 'a tool')} is repeated</>,
  toolCallCountUnder: ({ toolName, count }) => (
    <>
      {some(toolName, 'tools')} {toolName === undefined ? 'are' : 'is'} called fewer than <b>{writeCount(count)}</b>{' '}
      times
    </>
  ),
  toolCalledBefore: ({ toolName, beforeToolName }) => (
    <>
      <Tool name={toolName} /> is called before <Tool name={beforeToolName} />
    </>
  ),
  noDeprecatedToolCalled: () => 'no deprecated tool is called',
  noDestructiveToolCalled: () => 'no destructive tool is called',
  toolErrorNamesInput: ({ toolName }) => <>an error of {some(toolName, 'a tool')} names the input</>,
  fullPageHasContinuation: ({ toolName }) => <>a full page of {some(toolName, 'a tool')} says how to go on</>,
  textVisible: ({ toolName, text }) => (
    <>
      the widget of <Tool name={toolName} /> shows <Text text={text} />
    </>
  ),
  elementVisible: ({ toolName, target }) => (
    <>
      the widget of <Tool name={toolName} /> shows <code>{visibleText(JSON.stringify(target))}</code>
    </>
  ),
  elementHidden: ({ toolName, target }) => (
    <>
      the widget of <Tool name={toolName} /> hides <code>{visibleText(JSON.stringify(target))}</code>
    </>
  ),
  inputValue: ({ toolName, equals }) => (
    <>
      the input of <Tool name={toolName} /> has <Text text={equals} />
    </>
  ),
  widgetToolCalled: ({ toolName, calledToolName }) => (
    <>
      the widget of <Tool name={toolName} /> calls <Tool name={calledToolName} />
    </>
  ),
};

/** The name of an assertion: its `type`, or the `kind` of one about a live page. */
export const assertionNameOf = (assertion: EvalStepAssertion): string =>
  'type' in assertion ? assertion.type : assertion.kind;

/** An assertion in a few words. One that is not complete, or that a newer version knows, says its name alone. */
export function AssertionWords({ assertion }: { assertion: EvalStepAssertion }): ReactNode {
  const write = (words as unknown as Record<string, ((assertion: EvalStepAssertion) => ReactNode) | undefined>)[
    assertionNameOf(assertion)
  ];
  try {
    return write?.(assertion);
  } catch {
    return null;
  }
}

/** Whether an assertion decides its trial: `required` is another word for `gating`, which is the default. */
export const isGating = (assertion: EvalStepAssertion): boolean =>
  !('role' in assertion && assertion.role === 'advisory');
