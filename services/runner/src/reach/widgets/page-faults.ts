import { randomUUID } from 'node:crypto';
import type { BlockedRequest } from '@assay/browser/isolated-context';
import type { BrowserContext } from 'playwright-core';

const MAX_ERRORS = 50;
const MAX_BLOCKED = 100;
const MAX_CHARACTERS = 1_000;
/** How Chromium names a request that the policy of the page forbids. */
const VIOLATION = /'([a-z]+:[^']*)' violates the following Content Security Policy directive: "([\w-]+)/;

/** Faults of the pages of a context: errors in the console, uncaught exceptions, requests that their own policy forbids. */
export interface PageFaults {
  /** The first 50, each of at most 1,000 characters. */
  errors: string[];
  errorCount: number;
  /** The first 100. */
  blocked: BlockedRequest[];
  blockedCount: number;
  /** Resolves with the first uncaught exception. */
  thrown: Promise<string>;
  add(error: string): void;
}

/** A page may write this many lines to its console; the errors beyond are only counted, in the page. */
const MAX_LINES = 300;
/** A page whose browser reports more errors than this is given up. */
const MAX_REPORTED = 2_000;

/**
 * Runs in every frame before its scripts. A flood of lines would cost the runner far more than it costs the page, so it
 * ends here; a line that begins with the token says how many errors were left out.
 */
const consoleLimit = (token: string) => `((token) => {
  const write = console.error.bind(console);
  let lines = 0, left = 0, timer;
  const report = () => {
    timer = undefined;
    write(token + left);
    left = 0;
  };
  for (const name of ['debug', 'dir', 'error', 'info', 'log', 'table', 'trace', 'warn', 'assert']) {
    const original = console[name].bind(console);
    console[name] = (...values) => {
      lines += 1;
      if (lines <= ${MAX_LINES}) return original(...values);
      if (name !== 'error') return;
      left += 1;
      timer ??= setTimeout(report, 100);
    };
  }
})('${token}')`;

/** Watches the pages of a context that has none yet; `giveUp` is called when they report errors without end. */
export async function watchFaults(context: BrowserContext, giveUp: () => void): Promise<PageFaults> {
  const token = `${randomUUID()} `;
  const thrown = Promise.withResolvers<string>();
  let reported = 0;
  const faults: PageFaults = {
    errors: [],
    errorCount: 0,
    blocked: [],
    blockedCount: 0,
    thrown: thrown.promise,
    add(error) {
      faults.errorCount += 1;
      reported += 1;
      if (reported > MAX_REPORTED) giveUp();
      if (faults.errors.length < MAX_ERRORS) faults.errors.push(error.slice(0, MAX_CHARACTERS).toWellFormed());
    },
  };
  context.on('console', (message) => {
    if (message.type() !== 'error') return;
    const text = message.text();
    if (text.startsWith(token)) return void (faults.errorCount += Number(text.slice(token.length)));
    faults.add(text);
    const [, url, directive] = VIOLATION.exec(text.slice(0, 10_000)) ?? [];
    if (url === undefined) return;
    faults.blockedCount += 1;
    if (faults.blocked.length < MAX_BLOCKED)
      faults.blocked.push({ url: shownUrl(url), reason: `policy: ${directive}` });
  });
  context.on('weberror', (thrownError) => {
    const error: unknown = thrownError.error();
    const text = `Uncaught ${error instanceof Error ? `${error.name}: ${error.message}` : String(error)}`;
    faults.add(text);
    thrown.resolve(text);
  });
  context.on('dialog', (dialog) => {
    faults.add(`The page opened a dialog (${dialog.type()}), which was dismissed: ${dialog.message()}`);
    void dialog.dismiss().catch(() => undefined);
  });
  await context.addInitScript(consoleLimit(token));
  return faults;
}

/** Without credentials, query and fragment. */
function shownUrl(url: string): string {
  const { origin, pathname, protocol } = URL.parse(url) ?? { origin: 'null', pathname: '', protocol: '' };
  return `${origin === 'null' ? protocol : origin}${pathname}`.slice(0, 500);
}
