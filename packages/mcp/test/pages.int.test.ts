import { scriptedMcp } from '@assay/testkit/mcp-servers/scripted-mcp';
import { connectSession } from '../src/connect.ts';
import { savedServer } from './saved.ts';

const tool = (name: string) => ({ name, inputSchema: { type: 'object' } });
const complete = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };

test.each([
  ['2026-07-28', true, ['a', 'b']],
  ['2025-11-25', false, ['a']],
])('an empty cursor of revision %s is followed: %s', async (version, isModern, expected) => {
  const server = await scriptedMcp({
    ...(isModern && {
      'server/discover': () => ({ ...complete, supportedVersions: [version], capabilities: { tools: {} } }),
    }),
    'tools/list': ({ params }) => ({
      ...(isModern && complete),
      ...(params?.['cursor'] === '' ? { tools: [tool('b')] } : { tools: [tool('a')], nextCursor: '' }),
    }),
  });
  const session = await connectSession(savedServer(server.url));
  expect(session.info.protocolVersion).toBe(version);
  expect((await session.readTools()).items.map(({ name }) => name)).toEqual(expected);
  await session.close();
  await server.stop();
});
