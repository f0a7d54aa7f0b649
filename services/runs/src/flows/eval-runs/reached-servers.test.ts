import { SavedServer } from '@assay/mesh/gen/assay/v1/catalog';
import { messageOf } from '@assay/testkit/message-of';
import { ReachedServers } from './reached-servers.ts';

const saved = (more: Partial<SavedServer> = {}) =>
  messageOf(SavedServer, { id: 'srv', url: 'https://user.example/mcp', sealedCredentials: Buffer.from('a'), ...more });

test.each<[string, Partial<SavedServer>, Partial<SavedServer>, number, boolean]>([
  ['that answered a minute ago at most', {}, {}, 59_999, true],
  ['that answered longer ago', {}, {}, 60_000, false],
  ['with another address since', {}, { url: 'https://user.example/other' }, 0, false],
  ['with other credentials since', {}, { sealedCredentials: Buffer.from('b') }, 0, false],
  ['of another id', {}, { id: 'srv_2' }, 0, false],
  ['that uses OAuth', { useOauth: true }, { useOauth: true }, 0, false],
  ['with a client of its own', { authMethod: 'client_credentials' }, { authMethod: 'client_credentials' }, 0, false],
])('a server %s', (_, answered, launched, laterMs, isReached) => {
  let now = 0;
  const reached = new ReachedServers(() => now);
  reached.add(saved(answered), 'cfg_a');
  now += laterMs;
  expect(reached.has(saved(launched), 'cfg_a')).toBe(isReached);
  expect(reached.has(saved(launched), 'cfg_b')).toBe(false);
});

test('at most 1,000 servers are known, the latest ones', () => {
  const reached = new ReachedServers(() => 0);
  for (let n = 0; n <= 1_000; n++) reached.add(saved({ id: `srv_${n}` }), 'cfg');
  expect(['srv_0', 'srv_1', 'srv_1000'].map((id) => reached.has(saved({ id }), 'cfg'))).toEqual([false, true, true]);
});
