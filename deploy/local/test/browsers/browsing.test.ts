import type { BrowserAgentCommand } from '@assay/sdk';
import { findChromium } from '@assay/browser/find-chromium';
import { listenLocally, type ListeningServer } from '@assay/testkit/listen';
import { sharedEverythingServer, type McpServerProcess } from '@assay/testkit/mcp-servers/everything-server';
import { waitUntil } from '@assay/testkit/until';
import { startInstallation, type Installation } from '../support/installation.ts';
import { answerOf } from '../support/api.ts';

const chromium = findChromium(process.env);
const withBrowser = chromium === undefined ? describe.skip : describe;
const LONG_MS = 120_000;

const form = `<title>Shop</title><h1>Books</h1>
  <form action="/bought"><label>Name <input name="who"></label><button>Buy</button></form>
  <img src="http://blocked.example/pixel.png" alt="">`;

const counter = `<title>Counter</title><button onclick="document.querySelector('p').textContent = 'Bought'">Buy</button><p></p>`;

withBrowser('with the Chromium of this machine', () => {
  let platform: Installation;
  let shop: ListeningServer;
  let everything: McpServerProcess;
  let serverId: string;
  beforeAll(async () => {
    shop = await listenLocally(({ url = '', headers }, response) => {
      const isBack = headers.cookie?.includes('visited=yes') === true;
      response.setHeader('Set-Cookie', 'visited=yes; Max-Age=86400');
      response.setHeader('Content-Type', 'text/html');
      if (url.startsWith('/counter')) response.end(counter);
      else if (url.startsWith('/bought'))
        response.end(`<title>Bought</title><p>Sold to ${new URL(url, 'http://x').searchParams.get('who')}`);
      else response.end(`${form}<p>${isBack ? 'Welcome back' : 'Welcome'}</p>`);
    });
    [platform, everything] = await Promise.all([
      startInstallation({ BROWSER_RUNNERS: 'true', BROWSER_EXECUTABLE: chromium!.executable }),
      sharedEverythingServer({ transport: 'streamableHttp' }),
    ]);
    serverId = await platform.api.saveServer('everything', everything.url);
  }, LONG_MS);
  afterAll(async () => {
    await platform.stop();
    await Promise.all([shop.stop(), everything.stop()]);
  });

  const command = (sessionId: string, sent: BrowserAgentCommand, more: { commandId?: string } = {}) =>
    platform.api.assay.sendBrowserCommand({ sessionId }, { command: sent, ...more });

  test(
    'a person drives a browser, reads what it saw, and finds the cookies of the profile in the next one',
    async () => {
      const { api, url, apiKey } = platform;
      const { sessionId, browser } = await api.assay.createBrowser({
        projectId: api.projectId,
        policy: { allowedHosts: ['127.0.0.1'] },
        profileId: 'shopper',
        idempotencyKey: 'shop',
      });
      expect(browser).toMatchObject({ status: 'open', profileId: 'shopper' });
      const shown = await command(sessionId, { op: 'navigate', url: shop.origin, observeAfter: 'a11y' });
      expect(shown).toMatchObject({ status: 'ok', browser: { tabs: [{ title: 'Shop', active: true }] } });
      const secret = 'correct horse battery';
      const field = shown.observation!.snapshot!.elements.find(({ role }) => role === 'textbox')!;
      await command(sessionId, { op: 'act', verb: 'type', target: { ref: field.ref }, text: secret, secret: true });
      const bought = await command(
        sessionId,
        { op: 'act', verb: 'click', target: { role: 'button', name: 'Buy' }, observeAfter: 'screenshot' },
        { commandId: 'buy' },
      );
      expect(bought).toMatchObject({ status: 'ok', browser: { tabs: [{ title: 'Bought' }] } });
      const image = await fetch(`${url}${bought.screenshots![0]!.url}`, {
        headers: { authorization: `Bearer ${apiKey}` },
      });
      expect([image.status, image.headers.get('x-content-type-options')]).toEqual([200, 'nosniff']);
      expect(image.headers.get('content-type')).toMatch(/^image\//);
      expect((await image.arrayBuffer()).byteLength).toBe(Number(image.headers.get('content-length')));
      expect((await fetch(`${url}${bought.screenshots![0]!.url}`)).status).toBe(401);
      const again = await command(
        sessionId,
        { op: 'act', verb: 'click', target: { role: 'button', name: 'Buy' }, observeAfter: 'screenshot' },
        { commandId: 'buy' },
      );
      expect(again).toMatchObject({ replay: true, screenshots: bought.screenshots });
      const read = await command(sessionId, { op: 'observe', mode: 'text' }, { commandId: 'read' });
      expect(read.observation?.text).toMatch(/Sold to/);
      const missing = await command(sessionId, { op: 'act', verb: 'click', target: { role: 'button', name: 'Sell' } });
      expect(missing).toMatchObject({ status: 'failed', error: { message: expect.stringContaining('Sell') } });
      expect(await command(sessionId, { op: 'navigate', url: 'http://blocked.example/' })).toMatchObject({
        status: 'failed',
        error: { message: expect.stringContaining('blocked.example') },
      });
      // The runner tells of blocked requests beside the commands.
      const trace = await waitUntil(async () => {
        const read = await api.assay.readBrowserTrace({ sessionId }, { limit: 100 });
        return read.entries.some(({ kind }) => kind === 'blocked') && read;
      });
      expect(trace.entries.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['opened', 'command']));
      expect(JSON.stringify(trace)).not.toContain(secret);
      expect((await api.assay.readBrowserArtifact({ sessionId }, { commandId: 'read' })).observation).toEqual(
        read.observation,
      );
      expect(await platform.api.assay.closeBrowser({ sessionId })).toMatchObject({
        browser: { status: 'closed', endReason: 'closed' },
      });

      await api.assay.openBrowser({ sessionId });
      await command(sessionId, { op: 'navigate', url: shop.origin });
      const back = await command(sessionId, { op: 'observe', mode: 'text' });
      expect(back.observation?.text).toContain('Welcome back');
      await api.assay.deleteChatSession({ sessionId });
      expect((await answerOf(api.assay.readBrowserTrace.withResponse({ sessionId }, {}))).status).toBe(404);
    },
    LONG_MS,
  );

  test(
    'the model of a turn browses, and its screenshots stand beside its calls',
    async () => {
      const { api } = platform;
      const turn = await api.assay.sendChatMessage({
        idempotencyKey: 'browse',
        projectId: api.projectId,
        serverIds: [serverId],
        modelId: 'scripted/rules',
        toolMode: 'auto',
        message: `browser_navigate {"url":"${shop.origin}"} browser_observe {"mode":"screenshot"}`,
        browser: {},
      });
      expect(turn).toMatchObject({ status: 'completed', browser: { status: 'open', readOnly: false } });
      expect(turn.toolCalls).toMatchObject([
        { status: 'ok' },
        { status: 'ok', screenshots: [{ mimeType: expect.stringMatching(/^image/) }] },
      ]);
      expect(JSON.stringify(turn).length).toBeLessThan(50_000);
      const trace = await api.assay.getChatSessionTrace({ sessionId: turn.sessionId! }, { includeSpans: false });
      expect(trace.turns[0]!.screenshots).toEqual(turn.toolCalls[1]!.screenshots);
      // The same browser, driven by its owner.
      const seen = await command(turn.sessionId!, { op: 'observe', mode: 'url' });
      expect(seen.observation?.url).toBe(`${shop.origin}/`);
    },
    LONG_MS,
  );

  test(
    'a model goes on in the browser of a person',
    async () => {
      const { api } = platform;
      const { sessionId } = await api.assay.createBrowser({
        projectId: api.projectId,
        policy: {},
        idempotencyKey: 'shared',
      });
      await command(sessionId, { op: 'navigate', url: `${shop.origin}/counter` });
      const clicked = await command(sessionId, { op: 'act', verb: 'click', target: { role: 'button', name: 'Buy' } });
      expect(clicked.changes!.added).toContainEqual(expect.stringContaining('Bought'));
      const seen = await command(sessionId, { op: 'observe', mode: 'screenshot' });
      expect(seen.screenshots).toMatchObject([{ mimeType: 'image/png' }]);
      const { toolCalls } = await api.assay.sendChatMessage({
        projectId: api.projectId,
        sessionId,
        idempotencyKey: 'go on',
        serverIds: [serverId],
        modelId: 'scripted/rules',
        toolMode: 'auto',
        message: 'browser_observe {"mode":"text"} and browser_observe {"mode":"screenshot"}',
        browser: {},
      });
      expect(toolCalls).toMatchObject([
        { toolName: 'browser_observe', status: 'ok' },
        { toolName: 'browser_observe', status: 'ok', screenshots: [{ width: 1_280 }] },
      ]);
      expect(JSON.stringify(toolCalls[0]!.output)).toContain('Bought');
      expect(await platform.api.assay.closeBrowser({ sessionId })).toMatchObject({
        browser: { status: 'closed', endReason: 'closed' },
      });
    },
    LONG_MS,
  );
});
