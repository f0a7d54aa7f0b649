import { OperatorKeys, operatorKeysOf } from './operator-keys.ts';

const [first, second] = [`op_${'a'.repeat(32)}`, `op_${'b'.repeat(40)}`];

test('each of several keys is found, and named by its hash', () => {
  const keys = operatorKeysOf(`${first}, ${second}`);
  expect(keys.find(first)).toMatch(/^operator-[0-9a-f]{8}$/);
  expect(keys.find(second)).not.toBe(keys.find(first));
});

test.each([
  ['another key', `op_${'c'.repeat(32)}`],
  ['the beginning of a key', first.slice(0, -1)],
  ['a key with more behind it', `${first}a`],
  ['nothing', ''],
])('%s is no key of the operator', (_, text) => {
  expect(new OperatorKeys([first, second]).find(text)).toBeUndefined();
});

test.each([
  ['a short one', 'op_short'],
  ['one of another kind', `sk_${'a'.repeat(32)}`],
  ['a blank beside a comma', `${first},`],
])('a setting with %s is refused without telling its value', (_, raw) => {
  expect(() => operatorKeysOf(raw)).toThrow(/^Bad configuration: OPERATOR_KEY is not one or several keys/);
  expect(() => operatorKeysOf(raw)).not.toThrow(raw);
});
