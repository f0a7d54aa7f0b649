import { startTestGateway, type TestGateway } from '../start.ts';

let fixture: TestGateway;
beforeAll(async () => {
  fixture = await startTestGateway();
});
afterAll(() => fixture.stop());

test('the root redirects to the reference', async () => {
  const response = await fetch(fixture.origin);
  expect([response.status, new URL(response.url).pathname]).toEqual([200, '/docs']);
  expect(response.headers.get('content-type')).toContain('text/html');
});

test('the reference loads nothing from elsewhere, by policy too', async () => {
  const response = await fetch(`${fixture.origin}/docs`);
  const page = await response.text();
  expect(response.headers.get('content-security-policy')).toMatch(/script-src 'self';.*connect-src 'self'/);
  expect(page).not.toMatch(/https?:\/\/|<script>|<style|onload=/);
  const parts = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path!);
  expect(parts).toHaveLength(4);
  for (const path of parts) {
    const answer = await fetch(fixture.origin + path);
    expect([path, answer.status]).toEqual([path, 200]);
    // A connection with a large body that is not read stays open, and so does the worker.
    await answer.body?.cancel();
  }
});

test.each(['swagger-initializer.js', 'index.html', 'package.json', '%2e%2e/package.json'])(
  "%s of the viewer's package is not served",
  async (path) => {
    expect((await fetch(`${fixture.origin}/docs/${path}`)).status).toBe(404);
  },
);
