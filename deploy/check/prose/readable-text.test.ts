import { readableText } from './readable-text.ts';

const PATH = 'services/runs/test/runs.int.test.ts';

test('a test is read without the values of its strings, with the same lines', () => {
  const source = 'const text = `one\n${two} three`; // four\nexpect(five).toBe("six").not.toMatch(/seven/);';
  const words = readableText(PATH, source).match(/\w+/g);
  expect(words).toEqual(['const', 'text', 'two', 'four', 'expect', 'five', 'toBe', 'not', 'toMatch']);
  expect(readableText(PATH, source).split('\n')).toHaveLength(3);
});

test('the titles of tests are read, and the first values of a table that fills them in', () => {
  const source = "describe('alpha', () => test.each([['beta', 'gamma'], 'delta'])('%s epsilon', () => f('zeta')));";
  expect(readableText(PATH, source).match(/alpha|beta|gamma|delta|epsilon|zeta/g)).toEqual([
    'alpha',
    'beta',
    'delta',
    'epsilon',
  ]);
});

test.each(['packages/kit/src/log.ts', 'docs/chat.md'])('%s is read whole', (path) => {
  expect(readableText(path, "const a = 'text';")).toBe("const a = 'text';");
});
