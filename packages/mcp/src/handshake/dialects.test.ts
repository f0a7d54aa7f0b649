import { openEgress } from '@assay/egress/egress';
import { ONE_MACHINE_EGRESS } from '@assay/egress/settings';
import { DialectCache } from './dialects.ts';
import type { ServerTarget } from '../target.ts';

const target = (serverId: string, more: Partial<ServerTarget> = {}): ServerTarget => ({
  serverId,
  serverName: 'x',
  egress: openEgress(ONE_MACHINE_EGRESS),
  url: 'http://a/',
  ...more,
});

test('a dialect is kept for the same server, address and pin, for five minutes', () => {
  let now = 0;
  const dialects = new DialectCache(() => now);
  dialects.learn(target('a'), 'sse');
  expect(dialects.recall(target('a'))).toBe('sse');
  expect(
    [target('b'), target('a', { url: 'http://b/' }), target('a', { protocolVersion: '2025-06-18' })].map((other) =>
      dialects.recall(other),
    ),
  ).toEqual([undefined, undefined, undefined]);
  now = 5 * 60_000;
  expect(dialects.recall(target('a'))).toBeUndefined();
});

test('a dialect that turned out wrong is removed', () => {
  const dialects = new DialectCache();
  dialects.learn(target('a'), 'legacy');
  dialects.learn(target('a'), undefined);
  expect(dialects.recall(target('a'))).toBeUndefined();
});

test('only the thousand most recent servers are cached', () => {
  const dialects = new DialectCache();
  for (let at = 0; at <= 1_000; at += 1) dialects.learn(target(`s${at}`), 'legacy');
  expect([dialects.recall(target('s0')), dialects.recall(target('s1'))]).toEqual([undefined, 'legacy']);
});
