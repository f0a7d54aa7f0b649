import type { EvalTestStep } from '@assay/sdk';
import { assertStep, toolCall } from '../support/api.ts';

/** A case for the reference server whose verdict and reasons are known. */
export interface KnownCase {
  title: string;
  steps: EvalTestStep[];
  result: 'passed' | 'failed';
  /** The outcomes of its checks, in order. */
  checks: [type: string, status: 'passed' | 'failed', reason: RegExp][];
  /** Tool errors that fail it besides its checks. */
  toolErrors?: RegExp[];
}

const call = (id: string, tool: string, args: Record<string, unknown> = {}) => toolCall(id, 'everything', tool, args);
const weather = (temperature: string) => ({
  type: 'object',
  required: ['temperature'],
  properties: { temperature: { type: temperature } },
});
const inOrder = (toolName: string, beforeToolName: string) => [
  call('one', 'echo', { message: 'x' }),
  call('two', 'get-sum', { a: 1, b: 2 }),
  assertStep('a', { type: 'toolCalledBefore', toolName, beforeToolName }),
];
const matching = (schema: object) => [
  call('call', 'get-structured-content', { location: 'Chicago' }),
  assertStep('a', { type: 'toolResultMatchesSchema', schema }),
];

export const MAIN_JOB_CASES: KnownCase[] = [
  {
    title: 'says what it is told',
    steps: [
      call('call', 'echo', { message: 'grüße' }),
      assertStep('a', { type: 'toolResultContains', needle: 'Echo: grüße', caseSensitive: true }),
      assertStep('b', { type: 'argumentsMatchToolSchema' }),
      assertStep('c', { type: 'toolLatencyUnder', ms: 10_000 }),
      assertStep('d', { type: 'toolResultSizeUnder', maxBytes: 1_000 }),
      assertStep('e', { type: 'noToolErrors' }),
    ],
    result: 'passed',
    checks: [
      ['toolResultContains', 'passed', /Echo: grüße/],
      ['argumentsMatchToolSchema', 'passed', /./],
      ['toolLatencyUnder', 'passed', /\d ms/],
      ['toolResultSizeUnder', 'passed', /bytes/],
      ['noToolErrors', 'passed', /./],
    ],
  },
  {
    title: 'says something else',
    steps: [
      call('call', 'echo', { message: 'hello' }),
      assertStep('a', { type: 'toolResultContains', needle: 'goodbye' }),
    ],
    result: 'failed',
    checks: [['toolResultContains', 'failed', /goodbye/]],
  },
  {
    title: 'gets arguments of another type',
    steps: [
      call('call', 'get-sum', { a: 'two', b: 3 }),
      assertStep('a', { type: 'argumentsMatchToolSchema' }),
      assertStep('b', { type: 'noToolErrors' }),
    ],
    result: 'failed',
    checks: [
      ['argumentsMatchToolSchema', 'failed', /\/a must be number/],
      ['noToolErrors', 'failed', /get-sum/],
    ],
    toolErrors: [/get-sum/],
  },
  {
    title: 'fits its schema',
    steps: matching(weather('number')),
    result: 'passed',
    checks: [['toolResultMatchesSchema', 'passed', /./]],
  },
  {
    title: 'does not fit another schema',
    steps: matching(weather('string')),
    result: 'failed',
    checks: [['toolResultMatchesSchema', 'failed', /temperature/]],
  },
  {
    title: 'is called in order',
    steps: inOrder('echo', 'get-sum'),
    result: 'passed',
    checks: [['toolCalledBefore', 'passed', /./]],
  },
  {
    title: 'is called out of order',
    steps: inOrder('get-sum', 'echo'),
    result: 'failed',
    checks: [['toolCalledBefore', 'failed', /get-sum/]],
  },
  {
    title: 'is slow and large',
    steps: [
      call('slow', 'trigger-long-running-operation', { duration: 0.3, steps: 1 }),
      assertStep('a', { type: 'toolLatencyUnder', ms: 100 }),
      call('large', 'get-tiny-image'),
      assertStep('b', { type: 'toolResultSizeUnder', maxBytes: 100, toolName: 'get-tiny-image' }),
    ],
    result: 'failed',
    checks: [
      ['toolLatencyUnder', 'failed', /100 ms/],
      ['toolResultSizeUnder', 'failed', /100 are required/],
    ],
  },
  {
    title: 'has no such tool',
    steps: [call('call', 'no-such-tool')],
    result: 'failed',
    checks: [],
    toolErrors: [/no-such-tool/],
  },
  {
    title: 'declares its tools',
    steps: [
      assertStep('a', { type: 'toolNamesUnique' }),
      assertStep('b', { type: 'toolDescriptionsPresent', minLength: 5 }),
    ],
    result: 'passed',
    checks: [
      ['toolNamesUnique', 'passed', /./],
      ['toolDescriptionsPresent', 'passed', /./],
    ],
  },
  {
    title: 'declares too little',
    steps: [
      assertStep('a', { type: 'toolOutputSchemasPresent' }),
      assertStep('b', { type: 'toolInputSchemasWellFormed' }),
    ],
    result: 'failed',
    checks: [
      ['toolOutputSchemasPresent', 'failed', /echo/],
      ['toolInputSchemasWellFormed', 'failed', /get-resource-reference/],
    ],
  },
  {
    title: 'is used by a model',
    steps: [
      { id: 'ask', kind: 'prompt', prompt: 'Please echo {"message":"from a prompt"}.' },
      assertStep('a', { type: 'toolCalledWith', toolName: 'echo', args: { args: { message: 'from a prompt' } } }),
      assertStep('b', { type: 'responseContains', needle: 'Echo: from a prompt' }),
    ],
    result: 'passed',
    checks: [
      ['toolCalledWith', 'passed', /./],
      ['responseContains', 'passed', /./],
    ],
  },
];
