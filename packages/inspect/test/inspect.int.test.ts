import { scriptedMcp, type McpScript } from '@assay/testkit/mcp-servers/scripted-mcp';
import { makeInspection } from '../src/inspect.ts';
import { inspectedServerOf } from './inspected-server.ts';

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

async function listed(script: McpScript, maxBytes: number, more?: Parameters<typeof inspectedServerOf>[1]) {
  const { url, stop } = await scriptedMcp(script);
  stops.push(stop);
  return JSON.parse(
    (await makeInspection(inspectedServerOf(url, more), 'listTools', {}, maxBytes)).toString(),
  ) as object;
}

test('an answer within the limit is serialized, a larger one is a Problem of the server', async () => {
  const answer = { items: [{ name: 'print', inputSchema: { type: 'object' } }] };
  const { length } = JSON.stringify(answer);
  expect(await listed({}, length)).toEqual(answer);
  await expect(listed({}, length - 1)).rejects.toMatchObject({
    code: 'SERVER_UNREACHABLE',
    details: { serverId: 'srv_1', cause: 'answer_too_large', nextStep: expect.any(String) as unknown },
  });
});

test('saved secrets are masked in the Problem of a server', async () => {
  const said = 'team-key-4711';
  const refused = listed(
    {
      'tools/list': (_message, response) =>
        void response
          .writeHead(403, { 'www-authenticate': `Bearer error="insufficient_scope", scope="${said}"` })
          .end(),
    },
    1_000,
    { headers: { 'X-Key': said } },
  );
  await expect(refused).rejects.toMatchObject({
    code: 'FORBIDDEN',
    details: {
      insufficientScope: true,
      requiredScope: '[redacted]',
      nextStep: expect.not.stringContaining(said) as unknown,
    },
  });
});
