import type { BrowserPolicy } from '@assay/contract/areas/browsers/policy';
import { assertNarrows, grantedPolicy, narrowPolicy, pinnedPolicy } from './browser-policy.ts';

const first = grantedPolicy({ allowedHosts: ['*.shop.example', 'bank.example'], maxCommands: 50 });
const readOnly = grantedPolicy({ mode: 'read_only', screenshots: false });

/** The field that a later policy would widen; undefined when it would widen none. */
function widened(granted: typeof first, wanted: BrowserPolicy): string | undefined {
  try {
    assertNarrows(granted, wanted, '/policy');
    return undefined;
  } catch (error) {
    return (error as { details: { issues: { path: string }[] } }).details.issues[0]!.path;
  }
}

test.each<[string, BrowserPolicy, string | undefined]>([
  ['the same', { allowedHosts: ['*.shop.example', 'bank.example'], maxCommands: 50, mode: 'interactive' }, undefined],
  ['nothing', {}, undefined],
  ['a host within a pattern', { allowedHosts: ['A.Shop.example'] }, undefined],
  ['a pattern within a pattern', { allowedHosts: ['*.eu.shop.example'] }, undefined],
  ['the host above a pattern', { allowedHosts: ['shop.example'] }, '/policy/allowedHosts'],
  ['a pattern around a host', { allowedHosts: ['*.bank.example'] }, '/policy/allowedHosts'],
  ['a host that ends alike', { allowedHosts: ['evilshop.example'] }, '/policy/allowedHosts'],
  ['more commands', { maxCommands: 51 }, '/policy/maxCommands'],
  ['a longer life', { lifetimeMs: 3_600_000 }, '/policy/lifetimeMs'],
  ['a longer rest', { idleTimeoutMs: 600_000 }, '/policy/idleTimeoutMs'],
])('a later policy with %s is refused for what it widens', (_, wanted, field) => {
  expect(widened(first, wanted)).toBe(field);
});

test('a grant that only reads is not widened', () => {
  expect(widened(readOnly, { mode: 'interactive' })).toBe('/policy/mode');
  expect(widened(readOnly, { screenshots: true })).toBe('/policy/screenshots');
});

test('a narrowed policy allows what both allow', () => {
  expect(
    narrowPolicy(first, {
      mode: 'read_only',
      allowedHosts: ['a.shop.example', '*.example'],
      maxCommands: 99,
      idleTimeoutMs: 10_000,
    }),
  ).toEqual({
    mode: 'read_only',
    allowedHosts: ['*.shop.example', 'bank.example', 'a.shop.example'],
    maxCommands: 50,
    idleTimeoutMs: 10_000,
    lifetimeMs: 1_800_000,
    screenshots: true,
  });
  expect(narrowPolicy(first, { allowedHosts: ['other.example'] }).allowedHosts).toEqual([]);
  expect(narrowPolicy(readOnly, {})).toEqual(readOnly);
});

test('a session whose tools only read has a browser that only reads', () => {
  expect(pinnedPolicy(first, 'read_only').mode).toBe('read_only');
  expect(pinnedPolicy(first, 'auto')).toBe(first);
  expect(pinnedPolicy(first, undefined)).toBe(first);
});
