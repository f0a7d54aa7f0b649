import { provenPeer, tunnelProof } from './tunnel-proof.ts';

const peer = { serverId: 'srv_1', projectId: 'prj_1' };
const now = Date.parse('2026-01-01');
const proof = tunnelProof('secret', peer, now);

test('a proof names the server that it was made for', () =>
  expect(provenPeer('secret', proof, now + 30_000)).toEqual(peer));

test.each<[string, string | undefined, number, string?]>([
  ['none', undefined, now],
  ['an empty one', '', now],
  ['noise', 'bm9pc2U', now],
  ['a changed one', `${proof.slice(0, -2)}AA`, now],
  ['one of another mesh', proof, now, 'other'],
  ['one of long ago', proof, now + 61_000],
  ['one of the future', proof, now - 61_000],
])('%s proves nothing', (_, text, at, secret = 'secret') => expect(provenPeer(secret, text, at)).toBeUndefined());
