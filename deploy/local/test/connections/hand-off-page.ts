/** Opens the hand-off page as a browser does. */
export async function openPage(
  url: string,
  cookie = '',
): Promise<{ page: string; token: string; cookie: string; headers: Headers }> {
  const response = await fetch(url, { headers: { cookie } });
  const page = await response.text();
  const kept = response.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
  return { page, token: /name="token" value="([^"]+)"/.exec(page)?.[1] ?? '', cookie: kept, headers: response.headers };
}
/** Sends the form of the page; returns where the browser is led. */
export async function goOn(url: string, token: string, cookie: string): Promise<{ page: string; link: string }> {
  const page = await (
    await fetch(url, { method: 'POST', headers: { cookie }, body: new URLSearchParams({ token }) })
  ).text();
  return { page, link: (/class="go"[^>]* href="([^"]+)"/.exec(page)?.[1] ?? '').replaceAll('&amp;', '&') };
}
export async function setOut(url: string): Promise<{ link: string; cookie: string }> {
  const { token, cookie } = await openPage(url);
  return { cookie, link: (await goOn(url, token, cookie)).link };
}
export const comeBack = async (url: URL | string, cookie = '') => (await fetch(url, { headers: { cookie } })).text();
