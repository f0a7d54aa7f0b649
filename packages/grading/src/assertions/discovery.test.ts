import { advisory, echo, judge, judged, tools } from '../../test/judging.ts';
import { inventory } from '../../test/transcripts.ts';

describe('declarations', () => {
  judge([
    ['described', { type: 'toolDescriptionsPresent' }, tools(echo), 'passed'],
    [
      'described too briefly',
      { type: 'toolDescriptionsPresent' },
      tools({ name: 'a', description: '  Nineteen letters..  ' }),
      'failed',
    ],
    [
      'brief is enough when asked for',
      { type: 'toolDescriptionsPresent', minLength: 2 },
      tools({ name: 'a', description: 'ab' }),
      'passed',
    ],
    ['no tools have no faults', { type: 'toolDescriptionsPresent' }, tools(), 'passed'],
    [
      'lists that are not complete prove nothing',
      { type: 'toolDescriptionsPresent' },
      { inventory: [{ ...inventory(echo)[0]!, complete: false }] },
      'error',
    ],
    ['no lists at all', { type: 'toolNamesUnique' }, {}, 'error'],
    [
      'annotated',
      { type: 'toolAnnotationsPresent', require: ['readOnlyHint'] },
      tools({ name: 'a', annotations: { readOnlyHint: false } }),
      'passed',
    ],
    [
      'a required hint is not stated',
      { type: 'toolAnnotationsPresent', require: ['readOnlyHint'] },
      tools({ name: 'a', annotations: { readOnlyHint: 'no' } }),
      'failed',
    ],
    ['not annotated', { type: 'toolAnnotationsPresent' }, tools({ name: 'a', annotations: {} }), 'failed'],
    ['one name twice on a server', { type: 'toolNamesUnique' }, tools({ name: 'a' }, { name: 'a' }), 'failed'],
    [
      'one name on two servers',
      { type: 'toolNamesUnique' },
      { inventory: [...inventory({ name: 'a' }), { ...inventory({ name: 'a' })[0]!, serverId: 'other' }] },
      'passed',
    ],
    [
      'nothing deprecated',
      { type: 'noDeprecatedToolExposed', ...advisory },
      tools({ name: 'a', description: 'Finds deprecated code.' }),
      'passed',
    ],
    [
      'something deprecated',
      { type: 'noDeprecatedToolExposed', ...advisory },
      tools({ name: 'a', description: 'Old. This tool is deprecated' }),
      'failed',
    ],
    ['well formed input', { type: 'toolInputSchemasWellFormed' }, tools(echo), 'passed'],
    [
      'a root that is no object',
      { type: 'toolInputSchemasWellFormed' },
      tools({ name: 'a', inputSchema: { type: 'array' } }),
      'failed',
    ],
    [
      'an undescribed parameter',
      { type: 'toolInputSchemasWellFormed' },
      tools({ name: 'a', inputSchema: { type: 'object', properties: { x: { type: 'string' } } } }),
      'failed',
    ],
    ['output declared', { type: 'toolOutputSchemasPresent' }, tools({ name: 'a', outputSchema: {} }), 'passed'],
    ['output not declared', { type: 'toolOutputSchemasPresent' }, tools({ name: 'a' }), 'failed'],
    [
      'one required hint of two',
      { type: 'toolAnnotationsPresent', require: ['readOnlyHint', 'destructiveHint'] },
      tools({ name: 'a', annotations: { readOnlyHint: true } }),
      'failed',
    ],
    [
      'the same hint required twice is malformed',
      { type: 'toolAnnotationsPresent', require: ['readOnlyHint', 'readOnlyHint'] },
      tools({ name: 'a', annotations: { readOnlyHint: true } }),
      'failed',
    ],
    ['no annotations known', { type: 'toolAnnotationsPresent' }, {}, 'error'],
    ['no input schema', { type: 'toolInputSchemasWellFormed' }, tools({ name: 'a' }), 'failed'],
    ['input schemas unknown', { type: 'toolInputSchemasWellFormed' }, {}, 'error'],
    ['output schemas unknown', { type: 'toolOutputSchemasPresent' }, {}, 'error'],
    ['deprecation unknown', { type: 'noDeprecatedToolExposed', ...advisory }, {}, 'error'],
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
  expect(judged({ type: 'noDeprecatedToolExposed', ...advisory }, tools({ name: 'a', description }))).toMatchObject({
    status,
  });
});
