import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { findChromium } from '@assay/browser/find-chromium';
import { consoleFolder, ensureConsole } from '@assay/console/console-build';
import type { Closers } from '@assay/local/closers';
import { helpdeskServer } from '@assay/testkit/mcp-servers/helpdesk-server';
import { createClient, type AssayClient } from '@assay/sdk';
import { apiKeyOf, startProduct, temporaryFolder } from './installation.ts';
import { repositoryRoot } from './process.ts';

const SUITE_FILE = join(repositoryRoot, 'deploy/local/test/cli/helpdesk.yaml');

/** A running product with the console, the helpdesk with a run of two releases, and Chromium. */
export interface ConsoleStage {
  url: string;
  /** The folder of the built console. */
  folder: string;
  client: AssayClient;
  projectId: string;
  serverId: string;
  suiteId: string;
  /** The run of the first release, which passed, and the one of the second, which failed. */
  runIds: [passed: string, failed: string];
  /** Opens a page in a browser of its own, signed in as the owner. */
  open(options?: BrowserContextOptions): Promise<Page>;
}

/** Starts all of it; undefined where there is no Chromium. */
export async function openConsoleStage(scope: Closers): Promise<ConsoleStage | undefined> {
  const found = findChromium(process.env);
  if (!found) {
    console.log('skipped: no Chromium was found; BROWSER_EXECUTABLE names one');
    return undefined;
  }
  const folder = await consoleFolder();
  await ensureConsole(folder, new AbortController().signal);
  const dataDir = await temporaryFolder(scope);
  const { url } = await startProduct(scope, dataDir);
  const client = createClient({ url, credential: await apiKeyOf(dataDir) });
  const { items: projects } = await client.listProjects();
  const projectId = projects[0]!.id;
  const browser = await chromium.launch({ executablePath: found.executable, args: ['--no-sandbox'] });
  scope.add({ stop: () => browser.close() });
  const password = (await readFile(join(dataDir, 'owner-password'), 'utf8')).trim();
  return {
    url,
    folder,
    client,
    projectId,
    ...(await seed(scope, client, projectId)),
    open: (options) => openSignedIn(browser, url, password, options),
  };
}

async function seed(scope: Closers, client: AssayClient, projectId: string) {
  const server = await helpdeskServer();
  scope.add(server);
  const { id: serverId } = await client.createProjectServer(
    { projectId },
    { name: 'helpdesk', enabled: true, transportType: 'http', url: server.url },
  );
  const content = await readFile(SUITE_FILE, 'utf8');
  const { suiteId } = await client.importEvalSuiteFile({ projectId }, { fileName: 'helpdesk.yaml', content });
  const run = async (branch: string): Promise<string> => {
    const { runId } = await client.createEvalRun({ projectId }, { suiteId: suiteId! }, { ci: { branch } });
    while ((await client.getEvalRun({ projectId, runId })).status !== 'completed') await delay(200);
    return runId;
  };
  const passed = await run('main');
  server.release('1.5.0');
  return { serverId, suiteId: suiteId!, runIds: [passed, await run('release')] as [string, string] };
}

async function openSignedIn(
  browser: Browser,
  url: string,
  password: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  const answer = await context.request.post(`${url}/auth/sign-in`, {
    headers: { origin: url },
    data: { email: 'owner@localhost', password },
  });
  if (!answer.ok()) throw new Error(`The owner could not sign in: ${answer.status()}.`);
  return context.newPage();
}
