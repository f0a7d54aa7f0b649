import type { Problem } from '@assay/contract/problem';
import { waitUntil } from '@assay/testkit/until';
import { openEgress } from '../src/egress.ts';
import { ONE_MACHINE_EGRESS } from '../src/settings.ts';
import { serveHttp } from './serve.ts';

/** As many as an organization may have that is alone in a process. */
const SHARE = 512;

test('an organization reaches another server while all of its connections to the first are idle', async () => {
  const egress = openEgress(ONE_MACHINE_EGRESS, undefined, () => 'org');
  const waiting: (() => void)[] = [];
  const first = await serveHttp((_request, response) => {
    // The server offers to keep connections for a minute.
    waiting.push(() => response.writeHead(200, { 'keep-alive': 'timeout=60' }).end('done'));
  });
  // Connections of other organizations may be open in this process.
  let refused = 0;
  const asked = Array.from({ length: SHARE + 1 }, () =>
    egress.fetch(first).then(
      (response) => response.text(),
      ({ code }: Problem) => {
        refused += 1;
        return code;
      },
    ),
  );
  await waitUntil(() => refused > 0 && waiting.length + refused === asked.length);
  const second = await serveHttp((_request, response) => response.end('hello'));
  await expect(egress.fetch(second)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  for (const answer of waiting) answer();
  expect(new Set(await Promise.all(asked))).toEqual(new Set(['done', 'RATE_LIMITED']));
  expect(await (await egress.fetch(second)).text()).toBe('hello');
});

test('requests one after another use one connection', async () => {
  const egress = openEgress(ONE_MACHINE_EGRESS, undefined, () => 'org');
  const ports = new Set<number | undefined>();
  const url = await serveHttp(({ socket }, response) => {
    ports.add(socket.remotePort);
    response.end('hello');
  });
  for (let i = 0; i < 5; i++) expect(await (await egress.fetch(url)).text()).toBe('hello');
  expect(ports.size).toBe(1);
});
