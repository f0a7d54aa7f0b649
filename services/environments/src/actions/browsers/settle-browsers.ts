import type { BrowserEvent, BrowserReport } from '@assay/contract/areas/browsers/browser-work';
import type { LiveEvent } from '@assay/mesh/gen/assay/v1/work';
import { transaction, type Pool, type Tx } from '@assay/kit/postgres/db';
import type { WorkEnd } from '@assay/work/queue/queued-work';
import type { WorkHold } from '@assay/work/service/work-source';
import type { StoredBrowser } from '../../domain/browsers/stored-browser.ts';
import { appendEntry, countEntries } from '../../store/browsers/browser-entries.ts';
import { upsertProfile } from '../../store/browsers/browser-profiles.ts';
import { advanceBrowser, countHeard, findRunnerOf, lockLiveBrowsers } from '../../store/browsers/browsers.ts';
import { notifySession } from '../../store/turns/turn-events.ts';
import { endBrowser } from './end-browser.ts';

/** The largest profile that is kept, in bytes of its envelope. */
const MAX_PROFILE_BYTES = 5 * 1024 * 1024;
/** The largest number of blocked requests that a trace lists. */
const MAX_BLOCKED = 200;

type HeardEvent = WorkHold & LiveEvent;

/** Notes what runners tell of the browsers that they hold: that one is open, or which requests were blocked. */
export async function hearBrowsers(pool: Pool, events: HeardEvent[]): Promise<void> {
  for (const [liveId, ofLive] of Map.groupBy(events, ({ id }) => id))
    await transaction(pool, async (tx) => {
      const [browser] = await lockLiveBrowsers(tx, [liveId]);
      if (!browser || browser.status === 'closed') return;
      for (const [fence, ofFence] of Map.groupBy(ofLive, (event) => event.fence))
        await hearLease(tx, browser, fence, ofFence);
      await notifySession(tx, browser.sessionId);
    });
}

async function hearLease(tx: Tx, browser: StoredBrowser, fence: string, events: HeardEvent[]): Promise<void> {
  const before = await countHeard(tx, browser.sessionId, fence, 1 + Math.max(...events.map(({ index }) => index)));
  for (const { index, body } of events) {
    if (index < before) continue;
    const event = JSON.parse(body.toString()) as BrowserEvent;
    if (event.type === 'opened') await noteOpened(tx, browser);
    else await noteBlocked(tx, browser.sessionId, event);
  }
}

async function noteOpened(tx: Tx, browser: StoredBrowser): Promise<void> {
  const runnerId = await findRunnerOf(tx, browser.liveId!);
  if (runnerId === undefined) return;
  // A close that was asked for meanwhile stays.
  const status = browser.status === 'closing' ? 'closing' : 'open';
  await advanceBrowser(tx, browser, { status, runnerId, openedAt: new Date(), isUsed: true });
  await appendEntry(tx, browser.sessionId, { kind: 'opened', body: {} });
}

async function noteBlocked(
  tx: Tx,
  sessionId: string,
  { url, reason }: Extract<BrowserEvent, { type: 'blocked' }>,
): Promise<void> {
  if ((await countEntries(tx, sessionId, 'blocked')) >= MAX_BLOCKED) return;
  await appendEntry(tx, sessionId, {
    kind: 'blocked',
    body: { url: url.slice(0, 2_000), reason: reason.slice(0, 200) },
  });
}

/** Writes the ends of browsers that runners report, or that no runner will report, and keeps their profiles. */
export async function settleBrowsers(tx: Tx, ends: WorkEnd[]): Promise<void> {
  const browsers = new Map(
    (
      await lockLiveBrowsers(
        tx,
        ends.map(({ id }) => id),
      )
    ).map((browser) => [browser.liveId, browser]),
  );
  for (const { id, result } of ends) {
    const browser = browsers.get(id);
    if (!browser || browser.status === 'closed') continue;
    const { reason, profile } = reportOf(result);
    if (profile) await keepProfile(tx, browser, profile);
    await endBrowser(tx, browser, browser.status === 'closing' ? (browser.endReason ?? reason) : reason);
  }
}

function reportOf(result: WorkEnd['result']): { reason: string; profile?: Buffer } {
  if ('error' in result) return { reason: result.error.code };
  try {
    const { reason, profile } = JSON.parse(result.output.toString()) as BrowserReport;
    return { reason, ...(profile !== undefined && { profile: Buffer.from(profile, 'base64') }) };
  } catch {
    return { reason: 'INTERNAL_ERROR' };
  }
}

async function keepProfile(
  tx: Tx,
  { projectId, ownerId, organizationId, profileId }: StoredBrowser,
  sealed: Buffer,
): Promise<void> {
  if (profileId === null || sealed.length > MAX_PROFILE_BYTES) return;
  await upsertProfile(tx, { projectId, ownerId, id: profileId }, organizationId, sealed);
}
