import { messageMembers } from './message-members.ts';
import { MessageStorm } from './message-storm.ts';

const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
const progress = '{"jsonrpc":"2.0","method":"notifications/progress"}';
const answer = '{"jsonrpc":"2.0","id":1,"result":{"method":"ping"}}';
const times = (count: number, work: () => void) => {
  for (let i = 0; i < count; i++) work();
};
const stormOf = (cause: string) =>
  expect.objectContaining({
    code: 'SERVER_UNREACHABLE',
    details: expect.objectContaining({ cause }) as unknown,
  }) as Error;

test.each([
  ['requests', ping, 200, 'request_storm'],
  ['notifications', progress, 5_000, 'notification_storm'],
  ['answers', answer, 5_000, 'notification_storm'],
])('as many %s as the limit of a second are taken, the next one ends the session', (_, message, most, cause) => {
  const storm = new MessageStorm();
  times(most, () => storm.count(messageMembers(message), 0));
  expect(storm.problem).toBeUndefined();
  expect(() => storm.count(messageMembers(message), 999)).toThrow(stormOf(cause));
  expect(() => storm.count(messageMembers(answer), 5_000)).toThrow(stormOf(cause));
});

test.each([
  ['requests', ping, 1_000, 'request_storm'],
  ['notifications', progress, 100_000, 'notification_storm'],
])('as many %s as the limit of a request are taken, and as many during the next', (_, message, most, cause) => {
  const storm = new MessageStorm();
  let second = 0;
  const spread = () => storm.count(messageMembers(message), (second += 1_000));
  times(most, spread);
  storm.begin();
  times(most, spread);
  expect(spread).toThrow(stormOf(cause));
});

test('each message of a batch counts', () => {
  const storm = new MessageStorm();
  expect(() => storm.count(messageMembers(`[${Array<string>(201).fill(ping).join(',')}]`), 0)).toThrow(
    stormOf('request_storm'),
  );
});

test('a request whose keys are written with escapes counts as a request', () => {
  const storm = new MessageStorm();
  const escaped = ping.replace('method', String.raw`\u006dethod`);
  times(200, () => storm.count(messageMembers(escaped), 0));
  expect(() => storm.count(messageMembers(escaped), 0)).toThrow(stormOf('request_storm'));
});

test.each([
  ['messages', 64],
  ['noise', 8],
] as const)('of %s, %d MB beside answers are taken during one request', (kind, megabytes) => {
  const storm = new MessageStorm();
  storm.spend(kind, megabytes * 1024 * 1024);
  storm.begin();
  storm.spend(kind, megabytes * 1024 * 1024);
  expect(() => storm.spend(kind, 1)).toThrow(stormOf('answer_too_large'));
});
