import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession } from 'playwright-core';
import { type Problem, reasons, unavailable } from '@assay/contract/problem';
import type { Logger } from '@assay/kit/log';
import { chromiumSwitches, UNWANTED_DEFAULTS } from './chromium-switches.ts';
import type { Chromium } from './find-chromium.ts';
import type { ContextEnd } from './isolated-context.ts';
import { watchProcesses, type ProcessLimits } from './process-watch.ts';

export interface ChromiumSettings extends ProcessLimits, Chromium {}

/** The longest start and the longest orderly end of a browser, in milliseconds. */
const START_MS = 30_000;
const END_MS = 3_000;
/** A page's process that ends so soon after it was killed was the one that was killed. */
const KILL_SEEN_MS = 5_000;
const RETRY_SECONDS = 5;

/** Targets with content of pages; the others are the browser's own. */
const PAGE_TARGETS = new Set(['page', 'iframe', 'webview']);

/** The Problem of a runner that has no browser, or whose browser does not start. */
export const browserUnavailableProblem = (message: string): Problem =>
  unavailable(message, { reason: reasons.BROWSER_UNAVAILABLE, retryAfter: RETRY_SECONDS });

type OnEnd = (end: ContextEnd) => void;

/** One running Chromium: a process group with any number of contexts. */
export class ChromiumProcess {
  /** Resolves when it has ended, wanted or not. */
  readonly ended: Promise<void>;
  readonly #browser: Browser;
  readonly #session: CDPSession;
  /** The process group; on Windows the process. */
  readonly #group: number;
  readonly #stopWatch: () => void;
  /** By Chromium's own id of a context. */
  readonly #contexts = new Map<string, OnEnd>();
  readonly #contextOfTarget = new Map<string, string>();
  #lastKill: { reason: ContextEnd; at: number } | undefined;
  #reason: ContextEnd = 'crashed';
  #creating: Promise<unknown> = Promise.resolve();
  #ending: Promise<void> | undefined;

  private constructor(browser: Browser, session: CDPSession, group: number, limits: ProcessLimits) {
    this.#browser = browser;
    this.#session = session;
    this.#group = group;
    this.ended = new Promise((resolve) => browser.once('disconnected', () => resolve()));
    session.on('Target.targetCreated', ({ targetInfo: { targetId, browserContextId, type } }) => {
      if (browserContextId !== undefined && PAGE_TARGETS.has(type))
        this.#contextOfTarget.set(targetId, browserContextId);
    });
    session.on('Target.targetDestroyed', ({ targetId }) => void this.#contextOfTarget.delete(targetId));
    session.on('Target.targetCrashed', ({ targetId, status }) => this.#crashed(targetId, status));
    this.#stopWatch = watchProcesses(session, limits, {
      onKill: (reason) => (this.#lastKill = { reason, at: performance.now() }),
      onOver: () => void this.end('memory'),
    });
    void this.ended.then(() => {
      this.#stopWatch();
      this.#kill();
    });
  }

  /** @throws Problem UNAVAILABLE with reason BROWSER_UNAVAILABLE */
  static async start({ executable, environment, ...limits }: ChromiumSettings, log: Logger): Promise<ChromiumProcess> {
    try {
      // Loaded with the first context: most runners never open one.
      const { chromium } = await import('playwright-core');
      const browser = await chromium.launch({
        executablePath: executable,
        // The sandbox needs a user of its own.
        chromiumSandbox: process.getuid?.() !== 0,
        args: chromiumSwitches(),
        ignoreDefaultArgs: UNWANTED_DEFAULTS,
        env: environment,
        handleSIGHUP: false,
        handleSIGINT: false,
        handleSIGTERM: false,
        timeout: START_MS,
      });
      const session = await browser.newBrowserCDPSession();
      const { processInfo } = await session.send('SystemInfo.getProcessInfo');
      const pid = processInfo.find(({ type }) => type === 'browser')!.id;
      const started = new ChromiumProcess(browser, session, await groupOf(pid), limits);
      await session.send('Target.setDiscoverTargets', { discover: true });
      return started;
    } catch (error) {
      log.error({ err: error, executable }, 'Chromium could not be started');
      throw browserUnavailableProblem('The browser of the runner could not be started. Its log says why.');
    }
  }

  /** Opens a context; `onEnd` is called when it ends without having been closed. */
  newContext(options: BrowserContextOptions, onEnd: OnEnd): Promise<BrowserContext> {
    // One after another: a new context is known by the id that was not there before.
    const opening = this.#creating.then(async () => {
      const before = await this.#contextIds();
      const context = await this.#browser.newContext(options);
      const id = (await this.#contextIds()).find((each) => !before.includes(each));
      if (id === undefined) return context;
      this.#contexts.set(id, onEnd);
      // Told also to a caller that closed it, who knows.
      context.once('close', () => {
        this.#contexts.delete(id);
        onEnd(this.#reason);
      });
      return context;
    });
    this.#creating = opening.catch(() => {});
    return opening;
  }

  /** Ends all processes; open contexts are told why. */
  end(reason: ContextEnd): Promise<void> {
    return (this.#ending ??= this.#end(reason));
  }

  async #end(reason: ContextEnd): Promise<void> {
    this.#reason = reason;
    const closed = this.#browser.close().catch(() => {});
    await Promise.race([closed, delay(END_MS, undefined, { ref: false })]);
    this.#kill();
    await this.ended;
  }

  #kill(): void {
    try {
      process.kill(process.platform === 'win32' ? this.#group : -this.#group, 'SIGKILL');
    } catch {
      // No process of it is left.
    }
  }

  /** Whether it still does what it is told. */
  answers(): Promise<boolean> {
    return this.#contextIds().then(
      () => true,
      () => false,
    );
  }

  async #contextIds(): Promise<string[]> {
    return (await this.#session.send('Target.getBrowserContexts')).browserContextIds;
  }

  #crashed(targetId: string, status: string): void {
    const onEnd = this.#contexts.get(this.#contextOfTarget.get(targetId) ?? '');
    const killed = this.#lastKill && performance.now() - this.#lastKill.at < KILL_SEEN_MS && status === 'killed';
    onEnd?.(status === 'oom' ? 'memory' : killed ? this.#lastKill!.reason : 'crashed');
  }
}

/**
 * The process group of a browser. Its leader is the browser itself, or the script that a package starts it with: proc(5),
 * the third field behind the name of the program.
 */
async function groupOf(pid: number): Promise<number> {
  if (process.platform !== 'linux') return pid;
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2]);
}
