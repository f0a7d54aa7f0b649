import { randomUUID } from 'node:crypto';
import { readlink } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { type Browser, chromium as playwright, type Page } from 'playwright-core';
import { BROWSER_DEFAULTS, openBrowsers } from '@assay/browser/browsers';
import { type Chromium, findChromium } from '@assay/browser/find-chromium';
import type { Browsers } from '@assay/browser/isolated-context';
import type { BrowserCommandReply, BrowserReply } from '@assay/contract/areas/browsers/documents';
import { openEgress } from '@assay/egress/egress';
import { ONE_MACHINE_EGRESS } from '@assay/egress/settings';
import { createLog } from '@assay/kit/log';
import type { Closers } from '@assay/local/closers';
import { connectSession } from '@assay/mcp/connect';
import { openWidget, type Widget } from '@assay/runner/reach/widgets/widget-host';
import { listenLocally } from '@assay/testkit/listen';
import { startFaultyWidgets } from '@assay/testkit/mcp-servers/faulty-widgets';
import { openApi } from '../api.ts';
import { elapsedMs } from '../clock.ts';
import { type Figure, measureInTurns } from '../figures.ts';
import { apiKeyOf, startProduct, temporaryFolder } from '../installation.ts';
import { processTree } from '../process-tree.ts';

const RENDERS = { warmUps: 2, rounds: 15 };
const MANY_RENDERS = { warmUps: 1, rounds: 4 };
const COMMANDS = { warmUps: 3, rounds: 15 };
const MANY = 20;
/** The time that a command may take on top of playwright's own, in milliseconds. */
const ON_TOP_MS = 50;
/** An idle browser's time until it stops, and the longest time that stopping takes. */
const [IDLE_MS, STOP_MS] = [500, 4_000];
const [TOOL, WIDGET_URI] = ['dashboard', 'ui://dashboard'];
const SHOP = `<!doctype html><title>Shop</title><button onclick="document.querySelector('p').textContent = 'Bought'">Buy</button><p></p>`;

const log = createLog('bench', 'warn');
const egress = openEgress(ONE_MACHINE_EGRESS);
const never = new AbortController().signal;

/**
 * Widgets and browsers of sessions, compared with playwright alone in the same Chromium: one render and twenty at once,
 * commands over HTTP, and what a browser without contexts leaves.
 */
export async function measureBrowser(scope: Closers): Promise<Figure[]> {
  const found = findChromium(process.env);
  if (!found) {
    console.log('skipped: no Chromium was found; BROWSER_EXECUTABLE names one');
    return [];
  }
  const plain = await playwright.launch({
    executablePath: found.executable,
    chromiumSandbox: process.getuid?.() !== 0,
    env: found.environment,
  });
  scope.add({ stop: () => plain.close() });
  return [
    ...(await measureRenders(found, plain, scope)),
    ...(await measureCommands(plain, scope)),
    await measureIdleBrowser(found),
  ];
}

async function measureRenders(found: Chromium, plain: Browser, scope: Closers): Promise<Figure[]> {
  const browsers = openBrowsers({ ...BROWSER_DEFAULTS, ...found }, egress, log);
  scope.add({ stop: () => browsers.close() });
  const server = await startFaultyWidgets();
  scope.add(server);
  const session = await connectSession({ serverId: 'srv_1', serverName: 'widgets', url: server.url, egress });
  scope.add({ stop: () => session.close() });
  const tool = server.tools.find(({ name }) => name === TOOL)!;
  const call = { tool, arguments: {}, result: (await session.callTool(TOOL, {})).value };
  const resource = (await session.readResource(WIDGET_URI)).value as { contents: [{ text: string }] };

  const reasons: string[] = [];
  const render = async (): Promise<Widget> => {
    const widget = await openWidget({
      browsers,
      share: 'org_1',
      session,
      tools: server.tools,
      call,
      signal: never,
    });
    if (widget.status !== 'rendered') reasons.push(`${widget.status}: ${widget.reason}`);
    return widget;
  };
  const load = async () => {
    const context = await plain.newContext();
    const page = await context.newPage();
    await page.route('**', (route) => route.fulfill({ contentType: 'text/html', body: resource.contents[0].text }));
    await page.goto('https://widget.invalid/');
    return context;
  };
  const single = await measureInTurns(RENDERS, {
    product: () => timeMany(1, render),
    floor: () => timeMany(1, load),
  });
  if (reasons.length > 0) throw new Error(`A single render failed (${reasons[0]}).`);
  const many = await measureInTurns(MANY_RENDERS, {
    product: () => timeMany(MANY, render),
    floor: () => timeMany(MANY, load),
  });
  for (const reason of new Set(reasons)) console.log(`lost: ${reason}`);
  return [
    {
      ...single,
      name: 'a render of a small widget, the browser warm',
      unit: 'ms',
      better: 'lower',
      target: { of: 'product', limit: 300 },
    },
    { ...many, name: `${MANY} renders at once`, unit: 'ms', better: 'lower' },
    {
      name: `renders lost, of ${MANY * (MANY_RENDERS.warmUps + MANY_RENDERS.rounds)}`,
      unit: 'renders',
      better: 'lower',
      product: [reasons.length],
      target: { of: 'product', limit: 0 },
    },
  ];
}

/** Milliseconds until that many are open; closing them is not counted. */
async function timeMany(count: number, open: () => Promise<{ close(): Promise<void> }>): Promise<number> {
  const startedAt = performance.now();
  const opened = await Promise.all(Array.from({ length: count }, open));
  const tookMs = performance.now() - startedAt;
  await Promise.all(opened.map((each) => each.close()));
  return tookMs;
}

/** Commands to the browser of a session, from request to answer, compared with the same calls of playwright. */
async function measureCommands(plain: Browser, scope: Closers): Promise<Figure[]> {
  const site = await listenLocally((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end(SHOP),
  );
  scope.add(site);
  const dataDir = await temporaryFolder(scope);
  const product = await startProduct(scope, dataDir);
  const api = await openApi(product.url, await apiKeyOf(dataDir));
  const { sessionId } = await api.json<BrowserReply>('POST', '/chat-sessions/browser', {
    projectId: api.projectId,
    policy: {},
    idempotencyKey: randomUUID(),
  });
  const send = async (command: object) => {
    const path = `/chat-sessions/${sessionId}/browser/command`;
    const reply = await api.json<BrowserCommandReply>('POST', path, { command });
    if (reply.status !== 'ok') throw new Error(`A command ended as ${reply.status}: ${JSON.stringify(reply.error)}`);
  };
  const page = await plain.newPage();
  await Promise.all([send({ op: 'navigate', url: site.origin }), page.goto(site.origin)]);
  const compare = async (name: string, command: object, own: (page: Page) => Promise<unknown>): Promise<Figure> => {
    const { product: sent, floor } = await measureInTurns(COMMANDS, {
      product: () => elapsedMs(() => send(command)),
      floor: () => elapsedMs(() => own(page)),
    });
    return {
      name: `${name}, and playwright's own with ${ON_TOP_MS} ms on top`,
      unit: 'ms',
      better: 'lower',
      product: sent,
      floor: floor.map((ms) => ms + ON_TOP_MS),
      target: { of: 'ratio', limit: 1 },
    };
  };
  return [
    await compare('the command observe', { op: 'observe', mode: 'a11y' }, (each) => each.ariaSnapshot()),
    await compare('the command click', { op: 'act', verb: 'click', target: { role: 'button', name: 'Buy' } }, (each) =>
      each.getByRole('button', { name: 'Buy' }).click(),
    ),
  ];
}

/** The processes that are left of a browser when its last context was closed and its idle time is over. */
async function measureIdleBrowser(found: Chromium): Promise<Figure> {
  const before = await processTree(process.pid);
  const browsers: Browsers = openBrowsers({ ...BROWSER_DEFAULTS, ...found, idleMs: IDLE_MS }, egress, log);
  const context = await browsers.open({ share: 'org_1' }, never);
  const started = (await processTree(process.pid)).difference(before);
  if (started.size === 0) throw new Error('A browser was opened, but no process was found.');
  await context[Symbol.asyncDispose]();
  await delay(IDLE_MS + STOP_MS);
  const left = await Promise.all([...started].map(isRunning));
  await browsers.close();
  return {
    name: 'processes of a browser that was idle',
    unit: 'processes',
    better: 'lower',
    product: [left.filter(Boolean).length],
    target: { of: 'product', limit: 0 },
  };
}

/** A process that has ended has no program, even if its parent has not asked for its end yet. */
const isRunning = (pid: number): Promise<boolean> =>
  readlink(`/proc/${pid}/exe`).then(
    () => true,
    () => false,
  );
