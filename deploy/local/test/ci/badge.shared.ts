import { sharedInstallation, type SharedInstallation } from '../support/shared-installation.ts';

let installation: SharedInstallation;
beforeAll(async () => {
  installation = await sharedInstallation();
});

test('a badge is an image without a key, which caches keep for a minute and ask about by its tag', async () => {
  const { api } = installation;
  const serverId = await api.saveServer('silent', 'http://127.0.0.1:9/mcp');
  const { suiteId } = await api.assay.createEvalSuite(
    { projectId: api.projectId },
    { name: '<script>alert(1)</script>', serverIds: [serverId], tests: [] },
  );
  const { url } = await api.assay.createEvalSuiteBadge({ projectId: api.projectId, suiteId }, { branch: 'main' });
  expect(url.startsWith(`${installation.url}/badges/`)).toBe(true);
  const image = await fetch(url);
  expect(image.status).toBe(200);
  expect(Object.fromEntries(image.headers)).toMatchObject({
    'content-type': 'image/svg+xml',
    'cache-control': 'public, max-age=60',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  });
  const svg = await image.text();
  expect(svg).toMatch(/^<svg .*<title>assay: no run yet<\/title>/s);
  expect(svg).not.toContain('script');
  const unchanged = await fetch(url, { headers: { 'if-none-match': image.headers.get('etag')! } });
  expect([unchanged.status, await unchanged.text(), unchanged.headers.get('etag')]).toEqual([
    304,
    '',
    image.headers.get('etag'),
  ]);
  expect((await fetch(url, { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
  await api.assay.deleteEvalSuiteBadge({ projectId: api.projectId, suiteId });
  expect((await fetch(url)).status).toBe(404);
});
