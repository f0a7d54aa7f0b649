import type { Browsers, BlockedRequest } from '@assay/browser/isolated-context';
import type { BrowserEvent, BrowserReport, BrowserTask } from '@assay/contract/areas/browsers/browser-work';
import { given } from '@assay/contract/given';
import type { Logger } from '@assay/kit/log';
import { seal, unseal } from '@assay/kit/security/seal';
import { failureOf } from '@assay/work/runner/within-time';
import { answeredWork, failedWork, givenBack, type WorkHandler } from '@assay/work/runner/work-handler';
import { RunnerStops, type WorkInHand } from '@assay/work/runner/work-in-hand';
import { LiveBrowser } from '../../reach/browsers/live-browser.ts';
import type { LiveBrowsers } from '../../reach/browsers/live-browsers.ts';

export interface BrowserDeps {
  browsers: Browsers;
  live: LiveBrowsers;
  /** Unseals and seals profiles. */
  key: Buffer;
  log: Logger;
}

/** The size of the pages, in CSS pixels. */
const VIEWPORT = { width: 1_280, height: 800 };
/** How long the cookies and the storage of a browser that ends may take to be read, in milliseconds: a runner that stops waits 2 s. */
const PROFILE_MS = 1_500;
/** A profile that is larger keeps its cookies alone, in bytes. */
const MAX_PROFILE = 4 * 1024 * 1024;
/** How often people are told what was blocked, in milliseconds. */
const BLOCKED_MS = 500;

/** Holds the browser of a session open: its work item lasts until the browser ends. */
export const browserHandler =
  (deps: BrowserDeps): WorkHandler =>
  async (inHand) => {
    try {
      return answeredWork(Buffer.from(JSON.stringify(await hold(inHand, deps))));
    } catch (error) {
      if (inHand.signal.aborted) return inHand.signal.reason instanceof RunnerStops ? givenBack(false) : undefined;
      return failedWork(failureOf(error, 'this browser', deps.log));
    }
  };

async function hold(inHand: WorkInHand, { browsers, live, key }: BrowserDeps): Promise<BrowserReport> {
  const { item, signal } = inHand;
  const { policy, profile } = JSON.parse(item.task.toString()) as BrowserTask;
  const storageState = profile && openProfile(profile, key);
  await using isolated = await browsers.open(
    {
      share: item.organizationId || item.projectId,
      viewport: VIEWPORT,
      ...given({ allowedHosts: policy.allowedHosts, storageState }),
    },
    signal,
  );
  const browser = new LiveBrowser(isolated, policy);
  const stop = () => browser.end(signal.reason instanceof RunnerStops ? 'stopped' : 'closed');
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  await browser.openTab();
  using _kept = live.keep(item.id, browser);
  const say = (event: BrowserEvent) => inHand.say(event);
  const tellBlocked = blockedTeller(isolated.blocked, say);
  const telling = setInterval(tellBlocked, BLOCKED_MS).unref();
  say({ type: 'opened' });
  const reason = await browser.ended;
  clearInterval(telling);
  tellBlocked();
  const kept = profile && (await sealedProfile(browser, profile.context, key));
  return { version: 1, reason, ...given({ profile: kept }) };
}

/** Tells of the blocked requests that were not told yet. */
function blockedTeller(blocked: readonly BlockedRequest[], say: (event: BrowserEvent) => void): () => void {
  let told = 0;
  return () => {
    for (const { url, reason } of blocked.slice(told)) say({ type: 'blocked', url, reason });
    told = blocked.length;
  };
}

type StorageState = Awaited<ReturnType<LiveBrowser['context']['storageState']>>;

/** Undefined for a new profile. */
function openProfile({ sealed, context }: NonNullable<BrowserTask['profile']>, key: Buffer): StorageState | undefined {
  if (sealed === '') return undefined;
  return JSON.parse(unseal(Buffer.from(sealed, 'base64'), key, context).toString()) as StorageState;
}

/** Undefined when the cookies and the storage cannot be read any more: the profile stays as it was. */
async function sealedProfile({ context }: LiveBrowser, sealedFor: string, key: Buffer): Promise<string | undefined> {
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => late.resolve(undefined), PROFILE_MS);
  const state = await Promise.race([context.storageState().catch(() => undefined), late.promise]);
  clearTimeout(timer);
  if (!state) return undefined;
  const whole = JSON.stringify(state);
  const kept = Buffer.byteLength(whole) <= MAX_PROFILE ? whole : JSON.stringify({ ...state, origins: [] });
  return seal(Buffer.from(kept), key, sealedFor).toString('base64');
}
