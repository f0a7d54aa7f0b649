import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repositoryRoot } from '../step.ts';
import { BASE_IMAGES, FILES_WITH_IMAGES, readBaseImages } from './base-images.ts';
import { pinImages } from './pin-images.ts';

const TOKEN = 'a token for anybody';
const digestOf = (text: string) => `sha256:${createHash('sha256').update(text).digest('hex')}`;

/** The manifests of the registry by path, and digests that it says in place of the right ones. */
const manifests = new Map<string, string>();
const said = new Map<string, string>();
let server: Server;
let host: string;
let root: string;

/** A registry of public images: it gives a token for pulling, and manifests for the token. */
function serveRegistry(): Server {
  return createServer((req, res) => {
    const { pathname, searchParams } = new URL(req.url!, `http://${host}`);
    if (pathname === '/token') return void res.end(JSON.stringify({ token: `${TOKEN} ${searchParams.get('scope')}` }));
    const [, repository] = /^\/v2\/(.+)\/manifests\//.exec(pathname) ?? [];
    const scope = `repository:${repository}:pull`;
    if (req.headers.authorization !== `Bearer ${TOKEN} ${scope}`)
      return void res
        .writeHead(401, { 'www-authenticate': `Bearer realm="http://${host}/token",service="test",scope="${scope}"` })
        .end();
    const manifest = manifests.get(pathname);
    if (manifest === undefined) return void res.writeHead(404).end();
    res.setHeader('docker-content-digest', said.get(pathname) ?? digestOf(manifest));
    return void res.end(manifest);
  });
}

beforeAll(async () => {
  server = serveRegistry().listen(0, '127.0.0.1');
  await once(server, 'listening');
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'assay-images-'));
  for (const file of [BASE_IMAGES, ...FILES_WITH_IMAGES]) {
    await cp(join(repositoryRoot, file), join(root, file));
    const text = await readFile(join(root, file), 'utf8');
    await writeFile(join(root, file), text.replaceAll(/(docker|gcr)\.io\//g, `${host}/`));
  }
  manifests.clear();
  said.clear();
  for (const { name, tag } of await readBaseImages(root))
    manifests.set(`/v2${name.slice(host.length)}/manifests/${tag}`, `{"manifest":"${name}"}`);
});
afterEach(() => rm(root, { recursive: true }));

const filesNow = () =>
  Promise.all([BASE_IMAGES, ...FILES_WITH_IMAGES].map((file) => readFile(join(root, file), 'utf8')));

test('digests are pinned in the list and in every file, and renewed when a tag moves', async () => {
  expect(await pinImages(root)).toEqual(expect.arrayContaining([expect.stringMatching(/^pinned .*library\/node:/)]));
  const postgres = `${host}/library/postgres`;
  const first = digestOf(`{"manifest":"${postgres}"}`);
  for (const file of ['deploy/compose/compose.yaml', 'deploy/dev/postgres.yaml'])
    expect(await readFile(join(root, file), 'utf8')).toContain(`image: ${postgres}:18@${first}\n`);
  expect(await readFile(join(root, 'deploy/docker/Dockerfile'), 'utf8')).not.toMatch(/^FROM [^@\n]+$/m);

  manifests.set(`/v2/library/postgres/manifests/18`, 'another');
  const lines = await pinImages(root);
  expect(lines.filter((line) => line.startsWith('pinned'))).toEqual([
    `pinned    ${postgres}:18@${digestOf('another')}`,
  ]);
  expect((await filesNow()).join('')).not.toContain(first);
});

test.each([
  [
    'has no such tag',
    () => manifests.delete('/v2/library/postgres/manifests/18'),
    /library\/postgres:18: .* answers 404/,
  ],
  [
    'answers other bytes than it says',
    () => said.set('/v2/library/postgres/manifests/18', digestOf('x')),
    /library\/postgres:18: the registry says sha256:/,
  ],
])('nothing is changed when a registry %s', async (_, break_, message) => {
  break_();
  const before = await filesNow();
  await expect(pinImages(root)).rejects.toThrow(message);
  await expect(pinImages(root)).rejects.toThrow('No digest was changed.');
  expect(await filesNow()).toEqual(before);
});

test('nothing is changed when a registry is not reached', async () => {
  const list = await readFile(join(root, BASE_IMAGES), 'utf8');
  // Port 1 of loopback is closed.
  await writeFile(join(root, BASE_IMAGES), list.replace(host, '127.0.0.1:1'));
  const before = await filesNow();
  await expect(pinImages(root)).rejects.toThrow(
    /No digest was changed\.\n127\.0\.0\.1:1\/\S+: the registry is not reached/,
  );
  expect(await filesNow()).toEqual(before);
});
