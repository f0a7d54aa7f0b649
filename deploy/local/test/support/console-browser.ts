import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { findChromium } from '@assay/browser/find-chromium';
import { consoleFolder, ensureConsole } from '@assay/console/console-build';
import { chromium, type BrowserContext, type Page } from 'playwright-core';
import { startInstallation, type Installation } from './installation.ts';

const found = findChromium(process.env);
/** Tests in Chromium; where there is none they are counted as skipped. */
export const describeInChromium = found === undefined ? describe.skip : describe;

/** Options that keep Chromium from calling its maker's hosts. */
const QUIET = ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

/** At most this many pages are open, as each may follow a stream, and Chromium opens six connections to an origin. The oldest is closed. */
const MAX_PAGES = 4;

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The themes in which a screen is tested; `npm run test:slow` takes both, and the test of all routes looks at the other one. */
export const testedThemes = process.env.TEST_SLOW === '1' ? (['light', 'dark'] as const) : (['light'] as const);

/** How a page is opened. */
export interface Look {
  theme?: 'light' | 'dark';
  width?: number;
  height?: number;
}

/** A running product with its console, and Chromium in which its owner is signed in. */
export interface ConsoleBrowser {
  installation: Installation;
  /** Opens an address of the console as the owner. Faults of the page fail `close`. */
  open(path: string, look?: Look): Promise<ConsolePage>;
  close(): Promise<void>;
}

/** An open page with the faults that it had: errors of scripts and refusals of the content security policy. */
export interface ConsolePage extends Page {
  faults: readonly string[];
}

/** Starts the product with its console and a browser. */
export async function openConsole(): Promise<ConsoleBrowser> {
  const folder = await consoleFolder();
  await ensureConsole(folder, new AbortController().signal);
  const installation = await startInstallation({ CONSOLE_DIR: folder });
  const browser = await chromium.launch({ executablePath: found!.executable, args: QUIET });
  const session = await cookieOfOwner(installation);
  // All pages share what was loaded and compiled, as the tabs of a browser do.
  const context = await browser.newContext();
  const pages: { path: string; faults: string[] }[] = [];
  return {
    installation,
    open: async (path, look = {}) => {
      const faults: string[] = [];
      pages.push({ path, faults });
      const open = context.pages();
      if (open.length >= MAX_PAGES) await open[0]!.close();
      await context.addCookies([{ ...session, url: installation.url }]);
      const page = await context.newPage();
      await Promise.all([setLook(page, look), noteFaults(context, page, faults)]);
      await page.goto(installation.url + path);
      return Object.assign(page, { faults });
    },
    close: async () => {
      await browser.close();
      await installation.stop();
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

async function cookieOfOwner(installation: Installation): Promise<{ name: string; value: string }> {
  const { cookie } = await installation.owner();
  const [name, value] = cookie.split('=') as [string, string];
  return { name, value };
}

/** The findings of axe that are serious, as `rule: selector`. */
export async function axeFindings(page: Page): Promise<string[]> {
  // By the debugger's protocol, which the content security policy of the page does not hold.
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { violations } = await (
      globalThis as unknown as { axe: { run(options: object): Promise<{ violations: AxeViolation[] }> } }
    ).axe.run({ resultTypes: ['violations'] });
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
  });
}

interface AxeViolation {
  id: string;
  impact: string;
  nodes: { target: string[] }[];
}
