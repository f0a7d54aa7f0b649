import { listenLocally } from '@assay/testkit/listen';
import { dialPlatform } from '../src/actions/tunnel/dial.ts';

const dialled = (origin: string) =>
  dialPlatform(
    { connectToken: 't', relayWsUrl: origin.replace('http', 'ws') },
    () => undefined,
    () => undefined,
    new AbortController().signal,
  );

test.each<[number, string]>([
  [401, 'token refused'],
  [404, 'no relay'],
  [429, 'lost'],
  [503, 'lost'],
])('a platform that answers %d ends the attempt as "%s" with its message', async (status, is) => {
  const platform = await listenLocally((_req, res) => {
    res.writeHead(status).end();
  });
  expect(await dialled(platform.origin)).toEqual({ is, why: `HTTP status ${status}` });
  await platform.stop();
});

test('an unreachable address ends as "lost" with the reason', async () => {
  expect(await dialled('http://127.0.0.1:9')).toEqual({ is: 'lost', why: 'ECONNREFUSED' });
});
