import { given } from '@assay/contract/given';
import type { BrowserContext } from 'playwright-core';
import type { Logger } from '@assay/kit/log';
import { observe } from '@assay/kit/telemetry/metric';
import { BlockList } from './block-list.ts';
import { browserUnavailableProblem, ChromiumProcess, type ChromiumSettings } from './chromium-process.ts';
import { closeClipboard, guardPages } from './context-guards.ts';
import { ContextPlaces } from './context-places.ts';
import { type BrowserEgress, openContextProxy } from './context-proxy.ts';
import type { Chromium } from './find-chromium.ts';
import type { Browsers, ContextEnd, ContextSettings, IsolatedContext } from './isolated-context.ts';
import { browserContexts } from './metrics.ts';
import { servePages } from './served-pages.ts';

/** The settings of a runner's browser. */
export interface BrowserSettings extends ChromiumSettings {
  /** Contexts that are open at a time; the others wait. */
  contexts: number;
  /** How long it goes on without a context, in milliseconds. */
  idleMs: number;
}

export const BROWSER_DEFAULTS: Omit<BrowserSettings, keyof Chromium> = {
  contexts: 20,
  idleMs: 60_000,
  memoryBytes: 2 * 1024 ** 3,
  busyMs: 60_000,
};

/** Of one context, unless its settings say otherwise. */
const MAX_REQUESTS = 2_000;
const MAX_BYTES = 200 * 1024 * 1024;

/** The browser of a runner, which starts with the first context. Its requests are made through `egress`. */
export function openBrowsers(settings: BrowserSettings, egress: BrowserEgress, log: Logger): Browsers {
  const places = new ContextPlaces(settings.contexts);
  const open = new Set<{ end(reason: ContextEnd): Promise<void> }>();
  let running: Promise<ChromiumProcess> | undefined;
  let idle: NodeJS.Timeout | undefined;
  let isClosed = false;
  const observed = observe([browserContexts], (give) => {
    give(browserContexts, open.size, { state: 'open' });
    give(browserContexts, Math.max(0, settings.contexts - open.size), { state: 'free' });
  });

  const chromium = (): Promise<ChromiumProcess> => {
    if (running) return running;
    const starting = ChromiumProcess.start(settings, log);
    running = starting;
    const forget = () => {
      if (running === starting) running = undefined;
    };
    starting.then(({ ended }) => ended.then(forget), forget);
    return starting;
  };

  const stop = async (reason: ContextEnd): Promise<void> => {
    const starting = running;
    running = undefined;
    const process = await starting?.catch(() => undefined);
    await process?.end(reason);
  };

  const rest = () => {
    clearTimeout(idle);
    if (open.size === 0) idle = setTimeout(() => void stop('stopped'), settings.idleMs).unref();
  };

  const begin = async (given: ContextSettings, release: () => void): Promise<IsolatedContext> => {
    const resources = new AsyncDisposableStack();
    resources.defer(release);
    let closing: Promise<void> | undefined;
    const close = () => (closing ??= resources.disposeAsync());
    const ended = Promise.withResolvers<ContextEnd>();
    const entry = {
      end: async (reason: ContextEnd) => {
        if (closing) return;
        ended.resolve(reason);
        await close();
      },
    };
    clearTimeout(idle);
    open.add(entry);
    resources.defer(() => {
      open.delete(entry);
      rest();
    });
    /** Ends a part with the context, or at once if that has ended while the part was opened. */
    const endWithContext = async (end: () => PromiseLike<void>): Promise<void> => {
      if (!closing) return resources.defer(end);
      await end();
      throw endedProblem();
    };
    try {
      const { share, allowedHosts, maxRequests = MAX_REQUESTS, maxBytes = MAX_BYTES, served = {} } = given;
      const blocked = new BlockList();
      const isServed = (origin: string) => Object.hasOwn(served, origin);
      const limits = { share, allowedHosts, maxRequests, maxBytes, isServed };
      const proxy = await openContextProxy(egress, limits, blocked);
      await endWithContext(() => proxy[Symbol.asyncDispose]());
      const openContext = async (process: ChromiumProcess) => {
        const options = contextOptions(given, proxy.url);
        const opened = await process.newContext(options, (reason) => void entry.end(reason));
        await endWithContext(() => closeContext(opened, process));
        return opened;
      };
      const process = await chromium();
      const context = await openContext(process).catch(async (error: unknown) => {
        // Settings that it refuses are no reason to end the contexts of others.
        if (closing || (await process.answers())) throw error;
        await process.end('crashed');
        return openContext(await chromium());
      });
      context.on('request', (request) => proxy.countRequest(request.url()));
      guardPages(context, blocked, (reason) => void entry.end(reason));
      await closeClipboard(context);
      if (given.served) await servePages(context, served);
      return {
        context,
        blocked: blocked.first,
        get blockedCount() {
          return blocked.count;
        },
        ended: ended.promise,
        [Symbol.asyncDispose]: close,
      };
    } catch (error) {
      const hadEnded = closing !== undefined;
      await close();
      throw hadEnded ? endedProblem() : error;
    }
  };

  return {
    open: async (given, signal) => {
      const release = await places.take(given.share, signal);
      if (!isClosed) return begin(given, release);
      release();
      throw browserUnavailableProblem('The runner stops.');
    },
    close: async () => {
      isClosed = true;
      observed.stop();
      clearTimeout(idle);
      await Promise.all([...open].map((each) => each.end('stopped')));
      await stop('stopped');
    },
  };
}

const endedProblem = () => browserUnavailableProblem('The browser of the runner ended.');

/** Nothing that outlives the context or leaves it beside its proxy. */
const contextOptions = ({ viewport, locale, colorScheme, storageState }: ContextSettings, proxy: string) => ({
  proxy: { server: proxy, bypass: '<-loopback>' },
  serviceWorkers: 'block' as const,
  acceptDownloads: false,
  permissions: [],
  bypassCSP: false,
  ignoreHTTPSErrors: false,
  ...given({ viewport, locale, colorScheme, storageState }),
});

/** The longest orderly end of a context, in milliseconds: a page may be stuck. */
const CLOSE_MS = 5_000;

/** Closes a context; a browser that cannot close it has to end, because its pages would go on. */
async function closeContext(context: BrowserContext, process: ChromiumProcess): Promise<void> {
  const late = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => late.resolve(true), CLOSE_MS);
  const isLate = await Promise.race([
    context.close().then(
      () => false,
      () => false,
    ),
    late.promise,
  ]);
  clearTimeout(timer);
  if (isLate) await process.end('crashed');
}
