import type { BrowserContext } from 'playwright-core';
import type { IsolatedContext } from '@assay/browser/isolated-context';
import type { BrowserReport, BrowserTab as TabDocument } from '@assay/contract/areas/browsers/browser-work';
import type { EffectivePolicy } from '@assay/contract/areas/browsers/policy';
import { Semaphore } from '@assay/kit/concurrency/semaphore';
import { BrowserTab } from './browser-tab.ts';
import { CommandFault } from './command-fault.ts';

/** Tabs at a time; more are closed by the guards of the context. */
const MAX_TABS = 10;
/** How long one act on an element, and one navigation, may take, in milliseconds. */
const [ACT_MS, NAVIGATE_MS] = [2_500, 20_000];

type EndReason = BrowserReport['reason'];

/** An open browser of a session. Its commands are carried out one after the other. */
export class LiveBrowser {
  readonly context: BrowserContext;
  readonly isolated: IsolatedContext;
  /** Texts that were typed as secrets: they are masked wherever they are shown. */
  readonly secrets: string[] = [];
  /** Resolves with the reason why it ends. */
  readonly ended: Promise<EndReason>;
  readonly #end = Promise.withResolvers<EndReason>();
  readonly #turns = new Semaphore(1);
  readonly #tabs: BrowserTab[] = [];
  readonly #lifetime: NodeJS.Timeout;
  readonly #idle: NodeJS.Timeout;
  #active: BrowserTab | undefined;
  #lastTab = 0;
  #commands = 0;
  #users = 0;
  #endReason: EndReason | undefined;
  #isStopping = false;

  constructor(isolated: IsolatedContext, { idleTimeoutMs, lifetimeMs }: EffectivePolicy) {
    this.isolated = isolated;
    this.context = isolated.context;
    this.ended = this.#end.promise;
    this.context.setDefaultTimeout(ACT_MS);
    this.context.setDefaultNavigationTimeout(NAVIGATE_MS);
    this.context.on('page', (page) => {
      const tab = new BrowserTab(`t${++this.#lastTab}`, page);
      this.#tabs.push(tab);
      page.once('close', () => this.#forget(tab));
    });
    this.#lifetime = setTimeout(() => this.end('lifetime'), lifetimeMs).unref();
    this.#idle = setTimeout(() => this.#users > 0 || this.end('idle'), idleTimeoutMs).unref();
    void isolated.ended.then((reason) => this.end(reason));
  }

  get tabs(): readonly BrowserTab[] {
    return this.#tabs;
  }

  get endReason(): EndReason | undefined {
    return this.#endReason;
  }

  end(reason: EndReason): void {
    this.#endReason ??= reason;
    clearTimeout(this.#lifetime);
    clearTimeout(this.#idle);
    this.#end.resolve(this.#endReason);
  }

  /** Ends once nothing uses it: its runner stops. */
  stop(): void {
    this.#isStopping = true;
    if (this.#users === 0) this.end('stopped');
  }

  /** Keeps it from ending as idle until the answer is disposed of. */
  hold(): Disposable {
    this.#users++;
    return {
      [Symbol.dispose]: () => {
        this.#users--;
        if (this.#users > 0) return;
        if (this.#isStopping) this.end('stopped');
        else if (this.#endReason === undefined) this.#idle.refresh();
      },
    };
  }

  /** Does the work of a command when the earlier ones are done. */
  async inTurn<T>(work: () => Promise<T>): Promise<T> {
    using _held = this.hold();
    return await this.#turns.run(work);
  }

  /** @throws CommandFault when it has carried out as many commands as it may. */
  countCommand({ maxCommands }: EffectivePolicy): void {
    if (this.#commands >= maxCommands)
      throw new CommandFault('COMMAND_LIMIT', `This browser has used its ${maxCommands} commands.`);
    this.#commands++;
  }

  /** The active tab; a new one when the pages have closed all tabs. */
  async activeTab(): Promise<BrowserTab> {
    return this.#active ?? this.openTab();
  }

  /** The tab of this id. */
  tabOf(tabId: string): BrowserTab {
    const tab = this.#tabs.find(({ id }) => id === tabId);
    if (tab) return tab;
    const ids = this.#tabs.map(({ id }) => id).join(', ');
    throw new CommandFault('TAB_NOT_FOUND', `There is no tab "${tabId}". The tabs are: ${ids || 'none'}.`);
  }

  async openTab(): Promise<BrowserTab> {
    if (this.#tabs.length >= MAX_TABS)
      throw new CommandFault(
        'TAB_LIMIT',
        `The browser has ${MAX_TABS} tabs, the most that it may have. Close one first.`,
      );
    const page = await this.context.newPage();
    const tab = this.#tabs.find((each) => each.page === page)!;
    await this.activate(tab);
    return tab;
  }

  async activate(tab: BrowserTab): Promise<void> {
    this.#active = tab;
    // A page behind another one draws nothing.
    await tab.page.bringToFront();
  }

  /** Closes a tab; the last one is replaced by an empty one. */
  async closeTab(tab: BrowserTab): Promise<void> {
    await tab.page.close();
    this.#forget(tab);
    const next = this.#active ?? this.#tabs.at(-1);
    await (next ? this.activate(next) : this.openTab());
  }

  documents(): Promise<TabDocument[]> {
    const active = this.#active;
    return Promise.all(this.#tabs.map((tab) => tab.document(tab === active)));
  }

  #forget(tab: BrowserTab): void {
    const at = this.#tabs.indexOf(tab);
    if (at >= 0) this.#tabs.splice(at, 1);
    if (this.#active === tab) this.#active = this.#tabs.at(-1);
  }
}
