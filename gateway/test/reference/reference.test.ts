import { startTestGateway, type TestGateway } from '../start.ts';

let fixture: TestGateway;
beforeAll(async () => {
  fixture = await startTestGateway();
});
afterAll(() => fixture.stop());

test('the reference loads nothing from elsewhere and runs no script, by policy too', async () => {
  const response = await fetch(`${fixture.origin}/docs`);
  const page = await response.text();
  expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'self'/);
  expect(page).not.toMatch(/<script|<style|onload=|style=/);
  const links = [...page.matchAll(/<link [^>]*href="([^"]+)"/g)].map(([, path]) => path!);
  expect(links).toEqual(['/favicon.svg', '/docs/reference.css']);
  const style = await (await fetch(`${fixture.origin}/docs/reference.css`)).text();
  const fonts = [...style.matchAll(/url\("([^"]+)"\)/g)].map(([, path]) => new URL(path!, `${fixture.origin}/docs/`));
  expect(fonts).toHaveLength(2);
  for (const font of fonts) {
    const answer = await fetch(font);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'font/woff2']);
    await answer.body?.cancel();
  }
});

test('every operation of the index is on the page of its area, which is at most 700 kB', async () => {
  const index = await (await fetch(`${fixture.origin}/docs`)).text();
  const links = [...index.matchAll(/<li[^>]*><a href="([^"#]+)#(\w+)">/g)].map(([, path, id]) => [path!, id!] as const);
  expect(links.length).toBeGreaterThan(3);
  for (const [path, own] of Map.groupBy(links, ([path]) => path)) {
    const page = await (await fetch(fixture.origin + path)).text();
    expect(page.length).toBeLessThan(700_000);
    expect(own.filter(([, id]) => !page.includes(`<section id="${id}">`))).toEqual([]);
  }
});

test('an area that does not exist is not found', async () => {
  expect((await fetch(`${fixture.origin}/docs/nothing`)).status).toBe(404);
});
