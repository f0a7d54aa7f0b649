import { RequestStorm } from './request-storm.ts';

const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
const times = (count: number, work: () => void) => {
  for (let i = 0; i < count; i++) work();
};
const tooMany = expect.objectContaining({
  code: 'SERVER_UNREACHABLE',
  details: expect.objectContaining({ cause: 'request_storm' }) as unknown,
}) as Error;

test('two hundred requests in one second are answered, the next one ends the session', () => {
  const storm = new RequestStorm();
  times(200, () => storm.count(ping, 0));
  expect(storm.problem).toBeUndefined();
  expect(() => storm.count(ping, 999)).toThrow(tooMany);
  expect(() => storm.count('{"jsonrpc":"2.0","id":1,"result":{}}', 5_000)).toThrow(tooMany);
});

test('a thousand requests are answered during one request of ours, and as many during the next', () => {
  const storm = new RequestStorm();
  let second = 0;
  const spread = () => storm.count(ping, (second += 1_000));
  times(1_000, spread);
  storm.begin();
  times(1_000, spread);
  expect(spread).toThrow(tooMany);
});

test('each request of a batch counts; answers and notifications do not', () => {
  const storm = new RequestStorm();
  times(1_000, () => storm.count('{"jsonrpc":"2.0","method":"notifications/progress"}', 0));
  times(1_000, () => storm.count('{"jsonrpc":"2.0","id":1,"result":{"method":"ping"}}', 0));
  expect(() => storm.count(`[${Array<string>(201).fill(ping).join(',')}]`, 0)).toThrow(tooMany);
});
