import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { findChromium } from '@assay/browser/find-chromium';
import type { BrowserCommandReply, BrowserReply } from '@assay/contract/areas/browsers/documents';
import type { BrowserAgentCommand } from '@assay/contract/areas/browsers/command';
import type { ChatTurn } from '@assay/contract/areas/chat-sessions/turn';
import { sharedEverythingServer, type McpServerProcess } from '@assay/testkit/mcp-servers/everything-server';
import type { Api } from '../support/api.ts';
import { startInstallation, type Installation } from '../support/installation.ts';

const withBrowser = findChromium(process.env) ? describe : describe.skip;
const PAGE = `<title>Shop</title><button onclick="document.querySelector('p').textContent = 'Bought'">Buy</button><p></p>`;

let installation: Installation;
let everything: McpServerProcess;
let site: Server;
let address: string;
let api: Api;

withBrowser('the browser of a session (needs Chromium)', () => {
  beforeAll(async () => {
    [installation, everything] = await Promise.all([
      startInstallation({ BROWSER_RUNNERS: 'true' }),
      sharedEverythingServer({ transport: 'streamableHttp' }),
    ]);
    ({ api } = installation);
    site = createServer((_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE),
    ).listen(0, '127.0.0.1');
    await new Promise((listening) => site.once('listening', listening));
    address = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
  }, 60_000);
  afterAll(async () => {
    await installation.stop();
    site.closeAllConnections();
    site.close();
    await everything.stop();
  });

  test('is driven by its owner and by a model, and shows its screenshots by their addresses', async () => {
    const { projectId } = api;
    const { sessionId } = await api.ask<BrowserReply>('POST', '/chat-sessions/browser', {
      projectId,
      policy: {},
      idempotencyKey: 'browse-1',
    });
    const send = (command: BrowserAgentCommand) =>
      api.ask<BrowserCommandReply>('POST', `/chat-sessions/${sessionId}/browser/command`, { command });
    expect(await send({ op: 'navigate', url: address })).toMatchObject({ status: 'ok' });
    const clicked = await send({ op: 'act', verb: 'click', target: { role: 'button', name: 'Buy' } });
    expect(clicked.changes!.added).toContainEqual(expect.stringContaining('Bought'));
    const { screenshots } = await send({ op: 'observe', mode: 'screenshot' });
    const image = await fetch(`${installation.url}${screenshots![0]!.url}`, {
      headers: { authorization: `Bearer ${installation.apiKey}` },
    });
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/png']);
    const serverId = await api.saveServer('everything', everything.url);
    const { toolCalls } = await api.ask<ChatTurn>('POST', '/chat-sessions/messages', {
      projectId,
      sessionId,
      idempotencyKey: 'turn-1',
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
    const closed = await api.ask<BrowserReply>('POST', `/chat-sessions/${sessionId}/browser/close`, {});
    expect(closed.browser).toMatchObject({ status: 'closed', endReason: 'closed' });
  }, 60_000);
});
