import { notFound, Problem, unavailable } from '@assay/contract/problem';
import { startTestGateway, type TestGateway } from '../start.ts';

let fixture: TestGateway;
beforeAll(async () => {
  fixture = await startTestGateway({
    answers: {
      getVisit: async (_caller, target) => {
        const { linkToken } = target as { linkToken: string };
        if (linkToken === 'dead-link') throw notFound('study, or its link is no longer valid');
        if (linkToken === 'for-members') throw new Problem('UNAUTHORIZED', 'Sign in to visit this study.');
        if (linkToken === 'while-away') throw unavailable('The service is away.');
        return { study: { name: 'Travel desk' }, isEnabled: true, hasConsented: false };
      },
    },
  });
});
afterAll(() => fixture.stop());

const get = (path: string) => fixture.send('GET', path, { key: null, beside: true });

test('the page of a study is the same at every link, and allows no foreign or inline script', async () => {
  const [one, other] = [await get('/studies/some-link'), await get('/studies/another')];
  expect(one.status).toBe(200);
  expect(one.text).toBe(other.text);
  expect(one.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(one.headers.get('content-security-policy')).toMatch(/default-src 'none'; script-src 'self'; style-src 'self'/);
  expect(one.headers.get('content-security-policy')).not.toMatch(/unsafe|\*|https?:/);
  expect(one.headers.get('referrer-policy')).toBe('no-referrer');
  expect(fixture.asked).toEqual({ authenticate: 0, authorize: 0 });
});

test.each([
  ['a link that is dead', '/studies/dead-link', 404],
  ['a link that needs a person who signed in', '/studies/for-members', 200],
  ['a link while the studies cannot be asked', '/studies/while-away', 200],
])('the page at %s is the same, with the status of the link', async (_, path, status) => {
  const answered = await get(path);
  expect([answered.status, answered.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8']);
  expect(answered.text).toBe((await get('/studies/some-link')).text);
});

test('the files of the page are served compressed and may be kept, and no other file is', async () => {
  const { text: html } = await get('/studies/some-link');
  const files = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path!);
  expect(files).toHaveLength(2);
  for (const path of files) {
    const { status, headers } = await get(path);
    expect([status, headers.get('content-encoding')]).toEqual([200, 'gzip']);
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(headers.get('content-type')).toMatch(/^text\/(javascript|css); charset=utf-8$/);
  }
  const folder = files[0]!.slice(0, files[0]!.lastIndexOf('/'));
  for (const path of [`${folder}/..%2fpackage.json`, `${folder}/constructor`, '/study-page/0/study-page.ts'])
    expect((await get(path)).status).toBe(404);
});
