import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { isIP, type AddressInfo } from 'node:net';
import { openEgress } from '@assay/egress/egress';
import { HostList } from '@assay/egress/host-list';
import { ONE_MACHINE_EGRESS } from '@assay/egress/settings';
import { createLog } from '@assay/kit/log';
import { waitUntil } from '@assay/testkit/until';
import { BROWSER_DEFAULTS, openBrowsers } from '../src/browsers.ts';
import { findChromium } from '../src/find-chromium.ts';
import type { BlockedRequest, Browsers, IsolatedContext } from '../src/isolated-context.ts';
import { CLOSED_WAYS, tryWays, WAYS_OUT } from './ways-out.ts';

const chromium = findChromium(process.env);
// Other systems have one loopback address only.
const withBrowser = chromium === undefined || process.platform !== 'linux' ? describe.skip : describe;

/** One address of this machine is admitted, another one stands for all that are not. */
const [OPEN, CLOSED] = ['127.0.0.1', '127.0.0.2'];
const never = new AbortController().signal;

/** A server that records the paths that it was asked for, and the connections. */
async function startCanary(address: string) {
  const [asked, connections] = [new Set<string>(), [] as string[]];
  const server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url!, 'http://x');
    asked.add(pathname.slice(1));
    const to = decodeURIComponent(search.slice(1));
    if (pathname === '/redirect') response.writeHead(302, { location: to });
    else if (pathname === '/redirect307') response.writeHead(307, { location: to });
    else if (pathname === '/reporting')
      response.writeHead(200, {
        'content-type': 'text/html',
        'content-security-policy': `img-src 'none'; report-uri ${to}`,
      });
    else response.writeHead(200, { 'content-type': 'text/html', 'access-control-allow-origin': '*' });
    response.end(pathname === '/reporting' ? '<img src=/x.png>' : '');
  })
    .on('connection', (socket) => connections.push(`${socket.remoteAddress}`))
    .on('upgrade', ({ url }, socket) => {
      asked.add(url!.slice(1));
      socket.destroy();
    });
  server.listen(0, address);
  await once(server, 'listening');
  return { server, asked, connections, origin: `http://${address}:${(server.address() as AddressInfo).port}` };
}

withBrowser('a page (needs Chromium and Linux)', () => {
  const servers: Server[] = [];
  let browsers: Browsers;
  let open: Awaited<ReturnType<typeof startCanary>>;
  let closed: Awaited<ReturnType<typeof startCanary>>;
  let site: string;
  const names: Record<string, string[][]> = {};
  const lookedUp: string[] = [];
  const datagrams: Buffer[] = [];
  const udp = createSocket('udp4', (message) => datagrams.push(message));

  beforeAll(async () => {
    [open, closed] = [await startCanary(OPEN), await startCanary(CLOSED)];
    servers.push(open.server, closed.server);
    site = open.origin.replace(OPEN, 'localhost');
    udp.bind(Number(new URL(closed.origin).port), CLOSED);
    await once(udp, 'listening');
    const egress = openEgress(
      { ...ONE_MACHINE_EGRESS, allowPrivate: false, allow: HostList.parse(OPEN)! },
      async (hostname) => {
        lookedUp.push(hostname);
        const answers = names[hostname] ?? [[OPEN]];
        const answer = answers.length > 1 ? answers.shift()! : answers[0]!;
        return answer.map((address) => ({ address, family: isIP(address) }));
      },
    );
    browsers = openBrowsers({ ...BROWSER_DEFAULTS, ...chromium! }, egress, createLog('test', 'silent'));
  });
  afterAll(async () => {
    await browsers.close();
    udp.close();
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
  });

  /** Opens the site, and takes ways to another origin in it. */
  const take = async (ways: Record<string, string>, origin: string) => {
    const opened = await browsers.open({ share: 'org' }, never);
    const page = await opened.context.newPage();
    await page.goto(`${site}/`);
    expect(await page.evaluate(tryWays(ways, origin))).toEqual([]);
    return opened;
  };

  /** Takes all ways; a window and a download last, because they put the page into the background, and leave it. */
  const takeAll = async (origin: string, arrived: (opened: IsolatedContext) => Set<string>) => {
    const { popup = '', download = '', ...others } = WAYS_OUT;
    const opened = await take(others, origin);
    const missing = () => Object.keys(others).filter((way) => !arrived(opened).has(way));
    await waitUntil(() => missing().length === 0, 20_000).catch((cause: unknown) => {
      throw new Error(`Not tried: ${missing().join(', ')}`, { cause });
    });
    await opened.context.pages()[0]!.evaluate(tryWays({ popup, download }, origin));
    await waitUntil(() => arrived(opened).has('popup') && arrived(opened).has('download'));
    return opened;
  };

  test('reaches an admitted address by every way, so the ways work', async () => {
    await using opened = await takeAll(open.origin, () => open.asked);
    expect(opened.blocked).toEqual([]);
  });

  test('reaches a closed address by no way, and each try is listed', async () => {
    const arrived = (blocked: readonly BlockedRequest[]) => {
      const paths = blocked.map(({ url }) => new URL(url).pathname.slice(1));
      // Of a tunnel the proxy knows the host only.
      return new Set([...paths, ...(paths.includes('') ? ['webSocket'] : [])]);
    };
    await using opened = await takeAll(closed.origin, ({ blocked }) => arrived(blocked));
    expect(new Set(opened.blocked.map(({ reason }) => reason))).toEqual(new Set(['address']));
    expect([closed.connections, datagrams]).toEqual([[], []]);
  });

  test.each(['file:///etc/hostname', 'chrome://version', 'data:text/html,x'])('at %s is closed', async (url) => {
    await using opened = await browsers.open({ share: 'org' }, never);
    const page = await opened.context.newPage();
    await page.goto(url).catch(() => {});
    // Chromium refuses some itself.
    const isClosed = () => page.isClosed() || /^(about:blank|chrome-error:.*)$/.test(page.url());
    expect(await waitUntil(isClosed)).toBe(true);
  });

  test.each<[string, string, string[][]]>([
    ['a name of a closed address', 'closed.test', [[CLOSED]]],
    ['a name of the metadata service', 'metadata.google.internal', [[OPEN]]],
    ['a name that is bound anew after its page was opened', 'rebound.test', [[OPEN], [CLOSED]]],
  ])('reaches nothing by %s', async (_, name, answers) => {
    names[name] = answers;
    await using opened = await browsers.open({ share: 'org' }, never);
    const page = await opened.context.newPage();
    const origin = open.origin.replace(OPEN, name);
    await page.goto(`${origin}/`).catch(() => undefined);
    // A connection of its own, which is resolved again.
    const again = await opened.context.newPage();
    await again.goto(closed.origin.replace(CLOSED, name)).catch(() => undefined);
    expect(opened.blocked.at(-1)).toMatchObject({ reason: 'address' });
    expect(closed.connections).toEqual([]);
  });

  test('finds no way beside the proxy', async () => {
    await using opened = await take(CLOSED_WAYS, closed.origin);
    const [page] = opened.context.pages();
    expect(page!.url()).toBe(`${site}/#x`);
    expect(opened.context.serviceWorkers()).toEqual([]);
    expect([closed.connections, datagrams, lookedUp.filter((name) => name.startsWith('dns'))]).toEqual([[], [], []]);
  });
});
