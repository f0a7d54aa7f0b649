import { given } from '@assay/contract/given';
import { ComputeBudget } from '@assay/grading/compute-budget';
import { withExamples } from './with-examples.ts';

const path = { noun: 'alloweddirectory', key: 'path', value: '/srv' };
const examplesOf = (name: string, schema: object, listed = [path]) => {
  const given = { type: 'object', properties: { [name]: schema } };
  const { properties } = withExamples('read_file', given, listed, new ComputeBudget()) as typeof given;
  return properties[name];
};

test.each([
  ['a quoted text', { type: 'string', description: 'A zone (e.g., "Europe/Rome")' }, ['Europe/Rome']],
  ['a text in single quotes', { type: 'string', description: "For example: 'main'." }, ['main']],
  ['the first number', { type: 'integer', description: 'The step, e.g. 5, 10' }, [5]],
  ['no number with a unit', { type: 'integer', description: 'e.g. 5km' }, undefined],
  ['no text that breaks the pattern', { type: 'string', pattern: '^x', description: 'e.g. "main"' }, undefined],
  ['no text without an introduction', { type: 'string', description: 'Not "main".' }, undefined],
])('the example that a description names is used: %s', (_, schema, examples) => {
  expect(examplesOf('a', schema)).toEqual({ ...schema, ...given({ examples }) });
});

test('a listed value becomes the example of a property of its name, also within a list', () => {
  expect(examplesOf('path', { type: 'string' })).toEqual({ type: 'string', examples: ['/srv'] });
  expect(examplesOf('paths', { type: 'array', items: { type: 'string' } })).toEqual({
    type: 'array',
    items: { type: 'string', examples: ['/srv'] },
  });
});

test.each([
  ['has a default', { type: 'string', default: '.' }],
  ['has another type', { type: 'integer' }],
  ['has a pattern that the value breaks', { type: 'string', pattern: '^C:' }],
])('a listed value is left out when the property %s', (_, schema) => {
  expect(examplesOf('path', schema)).toEqual(schema);
});
