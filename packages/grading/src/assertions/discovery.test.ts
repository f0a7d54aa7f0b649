import { advisoryRole, echoTool, testVerdicts, verdictOfTrial, withTools } from '../../test/judging.ts';
import { inventory } from '../../test/transcripts.ts';

describe('declarations', () => {
  testVerdicts([
    ['described', { type: 'toolDescriptionsPresent' }, withTools(echoTool), 'passed'],
    [
      'described too briefly',
      { type: 'toolDescriptionsPresent' },
      withTools({ name: 'a', description: '  Nineteen letters..  ' }),
      'failed',
    ],
    [
      'brief is enough when asked for',
      { type: 'toolDescriptionsPresent', minLength: 2 },
      withTools({ name: 'a', description: 'ab' }),
      'passed',
    ],
    ['no tools have no faults', { type: 'toolDescriptionsPresent' }, withTools(), 'passed'],
    [
      'lists that are not complete prove nothing',
      { type: 'toolDescriptionsPresent' },
      { inventory: [{ ...inventory(echoTool)[0]!, complete: false }] },
      'error',
    ],
    ['no lists at all', { type: 'toolNamesUnique' }, {}, 'error'],
    [
      'annotated',
      { type: 'toolAnnotationsPresent', require: ['readOnlyHint'] },
      withTools({ name: 'a', annotations: { readOnlyHint: false } }),
      'passed',
    ],
    [
      'a required hint is not stated',
      { type: 'toolAnnotationsPresent', require: ['readOnlyHint'] },
      withTools({ name: 'a', annotations: { readOnlyHint: 'no' } }),
      'failed',
    ],
    ['not annotated', { type: 'toolAnnotationsPresent' }, withTools({ name: 'a', annotations: {} }), 'failed'],
    ['one name twice on a server', { type: 'toolNamesUnique' }, withTools({ name: 'a' }, { name: 'a' }), 'failed'],
    [
      'one name on two servers',
      { type: 'toolNamesUnique' },
      { inventory: [...inventory({ name: 'a' }), { ...inventory({ name: 'a' })[0]!, serverId: 'other' }] },
      'passed',
    ],
    [
      'nothing deprecated',
      { type: 'noDeprecatedToolExposed', ...advisoryRole },
      withTools({ name: 'a', description: 'Finds deprecated code.' }),
      'passed',
    ],
    [
      'something deprecated',
      { type: 'noDeprecatedToolExposed', ...advisoryRole },
      withTools({ name: 'a', description: 'Old. This tool is deprecated' }),
      'failed',
    ],
    ['well formed input', { type: 'toolInputSchemasWellFormed' }, withTools(echoTool), 'passed'],
    [
      'a root that is not an object',
      { type: 'toolInputSchemasWellFormed' },
      withTools({ name: 'a', inputSchema: { type: 'array' } }),
      'failed',
    ],
    [
      'an undescribed parameter',
      { type: 'toolInputSchemasWellFormed' },
      withTools({ name: 'a', inputSchema: { type: 'object', properties: { x: { type: 'string' } } } }),
      'failed',
    ],
    ['output declared', { type: 'toolOutputSchemasPresent' }, withTools({ name: 'a', outputSchema: {} }), 'passed'],
    ['output not declared', { type: 'toolOutputSchemasPresent' }, withTools({ name: 'a' }), 'failed'],
    [
      'one required hint of two',
      { type: 'toolAnnotationsPresent', require: ['readOnlyHint', 'destructiveHint'] },
      withTools({ name: 'a', annotations: { readOnlyHint: true } }),
      'failed',
    ],
    [
      'the same hint required twice is malformed',
      { type: 'toolAnnotationsPresent', require: ['readOnlyHint', 'readOnlyHint'] },
      withTools({ name: 'a', annotations: { readOnlyHint: true } }),
      'failed',
    ],
    ['no annotations known', { type: 'toolAnnotationsPresent' }, {}, 'error'],
    ['no input schema', { type: 'toolInputSchemasWellFormed' }, withTools({ name: 'a' }), 'failed'],
    ['input schemas unknown', { type: 'toolInputSchemasWellFormed' }, {}, 'error'],
    ['output schemas unknown', { type: 'toolOutputSchemasPresent' }, {}, 'error'],
    ['deprecation unknown', { type: 'noDeprecatedToolExposed', ...advisoryRole }, {}, 'error'],
  ]);
});

test.each([
  ['[Deprecated] old', 'failed'],
  ['DEPRECATED', 'failed'],
  ['This endpoint is deprecated', 'failed'],
  ['Old, deprecated: gone soon', 'failed'],
  ['Use search_v2 instead', 'failed'],
  ['Finds deprecated code', 'passed'],
  ['Use it to search', 'passed'],
] as const)('a tool described as "%s": %s', (description, status) => {
  expect(
    verdictOfTrial({ type: 'noDeprecatedToolExposed', ...advisoryRole }, withTools({ name: 'a', description })),
  ).toMatchObject({
    status,
  });
});
