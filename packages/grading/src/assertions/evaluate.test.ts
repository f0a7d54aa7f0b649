import { EvalAssertion } from '@assay/contract/areas/cases/assertion';
import type { StepAssertion } from '@assay/contract/areas/cases/step';
import { advisoryRole, withCalls, verdictOfTrial } from '../../test/judging.ts';
import { toolCall, promptReplied } from '../../test/transcripts.ts';
import { assertionTable } from './table.ts';

const { oneOf } = EvalAssertion as unknown as {
  oneOf: { properties: { type: { const: string }; role: { const?: string } } }[];
};

test('every assertion type of the contract has a row, and no other', () => {
  expect(Object.keys(assertionTable).sort()).toEqual(oneOf.map(({ properties }) => properties.type.const).sort());
});

test('exactly the observations may have only the advisory role', () => {
  expect(
    oneOf
      .filter(({ properties }) => properties.role.const === 'advisory')
      .map(({ properties }) => properties.type.const)
      .sort(),
  ).toEqual([
    'fullPageHasContinuation',
    'noDeprecatedToolCalled',
    'noDeprecatedToolExposed',
    'noEndingQuestion',
    'noRepeatedIdenticalCall',
    'toolErrorNamesInput',
  ]);
});

test.each<[string, unknown]>([
  ['of a type this version does not know', { type: 'constructor' }],
  ['without a type', {}],
  ['with a key it does not have', { type: 'noToolErrors', toolName: 'echo' }],
  ['with a role that is none', { type: 'noToolErrors', role: 'optional' }],
  ['with a severity that is none', { type: 'noToolErrors', ...advisoryRole, severity: 'error' }],
  ['that gates and only warns', { type: 'noToolErrors', severity: 'warn' }],
  ['that is an observation and has no role', { type: 'noEndingQuestion' }],
  ['that is an observation and gates', { type: 'noEndingQuestion', role: 'gating' }],
  ['with a type and a kind', { type: 'noToolErrors', kind: 'textVisible', toolName: 'chart', text: 'x' }],
  ['of a kind this version does not know', { kind: 'smells', toolName: 'chart' }],
])('an assertion %s fails closed', (_, assertion) =>
  expect(verdictOfTrial(assertion as StepAssertion, promptReplied('Yes.'))).toMatchObject({ status: 'failed' }),
);

test.each<StepAssertion>([
  { kind: 'textVisible', toolName: 'chart', text: 'Total' },
  { kind: 'elementVisible', toolName: 'chart', target: { text: 'Total' } },
  { kind: 'elementHidden', toolName: 'chart', target: { css: '.error' } },
  { kind: 'inputValue', toolName: 'chart', target: { testId: 'amount' }, equals: '5' },
  { kind: 'widgetToolCalled', toolName: 'chart', calledToolName: 'refresh' },
])('$kind needs a live page, so its absence is an evaluator error', (assertion) => {
  expect(verdictOfTrial(assertion, {})).toMatchObject({
    status: 'error',
    reason: expect.stringContaining('live page'),
  });
});

test('a reason is short and contains no secret', () => {
  const { reason } = verdictOfTrial(
    { type: 'toolCalledWith', toolName: 'echo', args: { args: { password: 'hunter2', text: 'sk_live_abcdefghij' } } },
    withCalls(toolCall('echo', { password: 'hunter3', note: 'x'.repeat(5_000) })),
  );
  expect(reason.length).toBeLessThanOrEqual(600);
  expect(reason).not.toMatch(/hunter|sk_live/);
});
