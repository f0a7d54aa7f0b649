import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from '@assay/browser/find-chromium';
import { consoleFolder, ensureConsole } from '@assay/console/console-build';
import type { Env } from '@assay/kit/env';
import { waitUntil } from '@assay/testkit/until';
import { chromium, type BrowserContext, type Page } from 'playwright-core';
import { startInstallation, type Installation } from './installation.ts';
import type { Person } from './person.ts';

const found = findChromium(process.env);
/** Tests in Chromium; where there is none they are counted as skipped. */
export const describeInChromium = found === undefined ? describe.skip : describe;

/** Options that keep Chromium from calling its maker's hosts, and its pages in one process, which compiles their scripts once. */
const QUIET = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--process-per-site',
];

/** At most this many pages are open, as each may follow a stream, and Chromium opens six connections to an origin. The oldest is closed. */
const MAX_PAGES = 4;

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** How a page is opened. */
export interface Look {
  theme?: 'light' | 'dark';
  width?: number;
  height?: number;
  /** The person who is signed in; the owner unless told. */
  as?: Person;
}

/** A running product with its console, and Chromium in which its owner is signed in. */
export interface ConsoleBrowser {
  installation: Installation;
  /** The files of the console as the installation serves them, which a test may change as an upgrade does. */
  folder: string;
  /** Opens an address of the console as the owner. Faults of the page fail `close`. */
  open(path: string, look?: Look): Promise<ConsolePage>;
  close(): Promise<void>;
}

/** An open page with the faults that it had: errors of scripts and refusals for security. A test takes out what it provoked. */
export interface ConsolePage extends Page {
  faults: string[];
  /** Leads to another address as a link of the console does: without loading its files again. Waits until it is drawn. */
  lead(path: string): Promise<void>;
}

/** Starts the product with its console and a browser. */
export async function openConsole(env: Env = {}): Promise<ConsoleBrowser> {
  const built = await consoleFolder();
  await ensureConsole(built, new AbortController().signal);
  const folder = await mkdtemp(join(tmpdir(), 'assay-console-'));
  // Parts of the build before would be found where a test takes one away, in a clone that built twice.
  await cp(built, folder, { recursive: true, filter: (path) => path !== join(built, 'previous') });
  const installation = await startInstallation({ CONSOLE_DIR: folder, ...env });
  const browser = await chromium.launch({ executablePath: found!.executable, args: QUIET });
  const owner = await installation.owner();
  // All pages share what was loaded and compiled, as the tabs of a browser do.
  const context = await browser.newContext();
  const pages: { path: string; faults: string[] }[] = [];
  return {
    installation,
    folder,
    open: async (path, look = {}) => {
      const faults: string[] = [];
      pages.push({ path, faults });
      const open = context.pages();
      if (open.length >= MAX_PAGES) await open[0]!.close();
      // Another person has cookies and a storage of their own.
      const own = look.as === undefined ? context : await browser.newContext();
      await own.addCookies([{ ...cookieOf(look.as ?? owner), url: installation.url }]);
      const page = await own.newPage();
      if (own !== context) page.once('close', () => void own.close().catch(() => undefined));
      await Promise.all([setLook(page, look), noteFaults(own, page, faults)]);
      await page.goto(installation.url + path);
      return Object.assign(page, { faults, lead: (to: string) => leadTo(page, to) });
    },
    close: async () => {
      await browser.close();
      await installation.stop();
      await rm(folder, { recursive: true, force: true });
      const faulty = pages.filter(({ faults }) => faults.length > 0);
      if (faulty.length > 0)
        throw new Error(faulty.map(({ path, faults }) => `${path}: ${faults.join('\n')}`).join('\n'));
    },
  };
}

async function setLook(page: Page, { theme = 'light', width = 1440, height = 900 }: Look): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
}

async function noteFaults(context: BrowserContext, page: Page, faults: string[]): Promise<void> {
  page.on('pageerror', ({ message }) => faults.push(message));
  const session = await context.newCDPSession(page);
  session.on('Log.entryAdded', ({ entry }) => {
    if (entry.source === 'security') faults.push(entry.text);
  });
  await session.send('Log.enable');
}

/** The part of the console's router that a test uses. */
interface ConsoleRouter {
  subscribe(event: 'onRendered', listener: () => void): () => void;
  navigate(to: { href: string }): Promise<void>;
}

const leadTo = (page: Page, path: string): Promise<void> =>
  page.evaluate(async (href) => {
    const router = (globalThis as unknown as { __TSR_ROUTER__: ConsoleRouter }).__TSR_ROUTER__;
    const drawn = new Promise<void>((resolve) => {
      const end = router.subscribe('onRendered', () => {
        end();
        resolve();
      });
    });
    await router.navigate({ href });
    await drawn;
  }, path);

function cookieOf({ cookie }: Person): { name: string; value: string } {
  const [name, value] = cookie.split('=') as [string, string];
  return { name, value };
}

/** Waits until a page has its heading, and no part of it waits for an answer. */
export async function settled(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor({ state: 'attached' });
  // While a part of the console is loaded, the page is in the document and not seen.
  await page.locator('main').first().waitFor();
  // By counting: a function that the page evaluates again and again is against its content security policy.
  await waitUntil(async () => (await page.locator('[aria-busy=true]').count()) === 0);
}

/** The costliest rules of axe whose findings are never serious. */
const SLIGHT = ['region', 'heading-order', 'landmark-unique', 'landmark-no-duplicate-main', 'table-duplicate-name'];
const everySerious = { rules: Object.fromEntries(SLIGHT.map((rule) => [rule, { enabled: false }])) };

/** The findings of axe that are serious, as `rule: selector`, in the part that matches the selector `within`, or in the whole page. */
export async function axeFindings(page: Page, { within }: { within?: string } = {}): Promise<string[]> {
  // By the debugger's protocol, which the content security policy of the page does not hold. Once for each document.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe);
  const options = { ...everySerious, resultTypes: ['violations'] };
  return page.evaluate(
    async ([place, given]) => {
      const { axe: loaded } = globalThis as unknown as { axe: Axe };
      const { violations } = await (place === undefined ? loaded.run(given) : loaded.run(place, given));
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
    },
    [within, options] as const,
  );
}

interface Axe {
  run(...about: [options: object] | [within: string, options: object]): Promise<{ violations: AxeViolation[] }>;
}

interface AxeViolation {
  id: string;
  impact: string;
  nodes: { target: string[] }[];
}
