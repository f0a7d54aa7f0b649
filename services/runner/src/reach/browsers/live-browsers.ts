import { LRUCache } from 'lru-cache';
import type { BrowserReport } from '@assay/contract/areas/browsers/browser-work';
import type { LiveBrowser } from './live-browser.ts';

/** How many ended browsers are remembered, with the reasons of their ends. */
const MAX_ENDED = 256;

/** The open browsers of sessions that this runner holds, by the ids of their work items. */
export class LiveBrowsers {
  readonly #open = new Map<string, LiveBrowser>();
  readonly #ended = new LRUCache<string, BrowserReport['reason']>({ max: MAX_ENDED });
  #isStopping = false;

  find(liveId: string): LiveBrowser | undefined {
    const live = this.#open.get(liveId);
    return live?.endReason === undefined ? live : undefined;
  }

  /** Why a browser that this runner had is no longer open. */
  endReason(liveId: string): BrowserReport['reason'] | undefined {
    return this.#open.get(liveId)?.endReason ?? this.#ended.get(liveId);
  }

  /** Keeps a browser until the answer is disposed of. */
  keep(liveId: string, live: LiveBrowser): Disposable {
    this.#open.set(liveId, live);
    if (this.#isStopping) live.stop();
    return {
      [Symbol.dispose]: () => {
        this.#open.delete(liveId);
        this.#ended.set(liveId, live.endReason ?? 'closed');
      },
    };
  }

  /** Ends each browser once nothing uses it. */
  stop(): void {
    this.#isStopping = true;
    for (const live of this.#open.values()) live.stop();
  }
}
