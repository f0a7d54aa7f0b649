import { readEnv } from '../env.ts';
import { requestLimit } from './limit-settings.ts';

const read = (env: Record<string, string>) => readEnv(env, requestLimit);

test('the limit is the one of the API unless an operator sets another', () => {
  expect([read({}), read({ RATE_LIMIT_PER_MINUTE: '0', RATE_LIMIT_BURST: '1' })]).toEqual([
    { perMinute: 60, burst: 10 },
    { perMinute: 0, burst: 1 },
  ]);
});

test.each([
  ['RATE_LIMIT_PER_MINUTE', '-1'],
  ['RATE_LIMIT_BURST', '0'],
  ['RATE_LIMIT_BURST', '-1'],
])('%s=%s is refused, because it would admit no request', (name, value) => {
  expect(() => read({ [name]: value })).toThrow(`${name} must be a whole number, at least`);
});
