import { narrowEvidence } from './narrow-evidence.ts';

const result = { content: [{ type: 'text', text: 'hello' }] };

test.each([
  ['a result with one text', result, '', ['/content/0/text']],
  ['a message with such a result', { result }, '/result', ['/result/content/0/text']],
  ['a result with two parts', { content: [{ text: 'a' }, { text: 'b' }] }, '', []],
  ['a result without content', { structuredContent: {} }, '', []],
  ['a place inside of a result', result, '/content', ['/content']],
])('the cited place of %s is narrowed to what can be shown', (_, document, pointer, marked) =>
  expect(narrowEvidence(document, [{ pointer }]).map((place) => place.pointer)).toEqual(marked),
);
