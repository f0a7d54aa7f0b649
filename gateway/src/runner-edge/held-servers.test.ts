import type { HeldServers } from '@assay/mesh/gen/assay/v1/held';
import type { Channel } from '@assay/kit/rpc/client';
import { heldServers } from './held-servers.ts';

const serviceOf = (answer: () => Promise<HeldServers>) => ({ call: answer }) as unknown as Channel;
const knows = (...serverIds: string[]) => serviceOf(async () => ({ serverIds }));
const away = serviceOf(async () => {
  throw new Error('away');
});
const held = (runs: Channel, diagnostics: Channel) => heldServers({ runs, diagnostics }, 'prj', ['a', 'b'], 'token_1');

test('held servers of both services come back in the requested order', async () => {
  expect(await held(knows('b'), knows('a'))).toEqual(['a', 'b']);
  expect(await held(knows(), knows('b'))).toEqual(['b']);
});

test('a failed service hides no known server, and is not taken for an empty one', async () => {
  expect(await held(away, knows('a', 'b'))).toEqual(['a', 'b']);
  await expect(held(away, knows('a'))).rejects.toThrow('away');
  await expect(held(knows('a'), away)).rejects.toThrow('away');
});
