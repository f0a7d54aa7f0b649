import type { BrowserContext } from 'playwright-core';

/** Pages that are served from memory, by their origin and path; no request for them reaches the network. */
export type ServedPages = Record<
  string,
  (path: string) => { contentType: string; body: string; headers?: Record<string, string> } | undefined
>;

/** The settings of one isolated context. */
export interface ContextSettings {
  /** Hosts that its pages may ask (`example.org`, `*.example.org`), of all hosts that the egress policy admits; all of these when absent. */
  allowedHosts?: readonly string[];
  /** Requests at most, and bytes of answers at most in all; the defaults of the runner when absent. */
  maxRequests?: number;
  maxBytes?: number;
  /** The organization whose share of lookups and connections it uses. */
  share: string;
  served?: ServedPages;
  viewport?: { width: number; height: number };
  locale?: string;
  colorScheme?: 'light' | 'dark';
  /** Cookies and storage to begin with, as `storageState` of an earlier context answered them. */
  storageState?: Awaited<ReturnType<BrowserContext['storageState']>>;
}

/** A request that was not made, and why. */
export interface BlockedRequest {
  /** Without credentials, query and fragment. */
  url: string;
  /** `host`, `address`, `scheme`, `requests`, `bytes`, `download`, … */
  reason: string;
}

/**
 * Why a context ended before it was closed: a page of it crashed, held too much memory, kept a processor busy for too
 * long or opened too many frames; or the runner stops.
 */
export type ContextEnd = 'crashed' | 'memory' | 'cpu' | 'frames' | 'stopped';

/** One browsing context of the runner's Chromium. */
export interface IsolatedContext extends AsyncDisposable {
  readonly context: BrowserContext;
  /** The first 100 blocked requests. */
  readonly blocked: readonly BlockedRequest[];
  /** Of all blocked requests. */
  readonly blockedCount: number;
  /** Resolves when the context ends without having been closed. */
  readonly ended: Promise<ContextEnd>;
}

/** The browser of a runner. It starts with the first context, and stops a minute after the last one. */
export interface Browsers {
  /**
   * Opens a context; waits for a free place until `signal` aborts.
   * @throws Problem UNAVAILABLE with reason BROWSER_UNAVAILABLE when Chromium cannot be started.
   */
  open(settings: ContextSettings, signal: AbortSignal): Promise<IsolatedContext>;
  close(): Promise<void>;
}
