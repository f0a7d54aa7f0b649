import type { BrowserTab } from '@assay/contract/areas/browsers/browser-work';
import type { EffectivePolicy } from '@assay/contract/areas/browsers/policy';
import type { SessionBrowser } from '@assay/contract/areas/browsers/session-browser';
import type { ToolMode } from '@assay/contract/areas/chat-sessions/turn';
import { given } from '@assay/contract/given';
import { pinnedPolicy } from './browser-policy.ts';

/** The stored browser of a session. */
export interface StoredBrowser {
  sessionId: string;
  organizationId: string;
  projectId: string;
  ownerId: string;
  /** Of the request that made the session with the browser. */
  requestHash: string | null;
  /** The first grant. */
  policy: EffectivePolicy;
  /** The rest of it that later requests left. */
  presentPolicy: EffectivePolicy;
  profileId: string | null;
  status: SessionBrowser['status'];
  /** The work item that holds it open. */
  liveId: string | null;
  runnerId: string | null;
  runnerLabels: string[];
  tabs: BrowserTab[];
  endReason: string | null;
  /** The command or the turn that uses it. */
  busyWith: string | null;
  unknownCommand: string | null;
  commandCount: number;
  lastSeq: number;
  openedAt: Date | null;
  lastUsedAt: Date;
}

/** A browser as replies show it. */
export function sessionBrowserOf(browser: StoredBrowser, toolMode: ToolMode | undefined): SessionBrowser {
  const { status, profileId, busyWith, unknownCommand, openedAt, lastUsedAt, endReason } = browser;
  const policy = pinnedPolicy(browser.presentPolicy, toolMode);
  const isOpen = status === 'open' && openedAt !== null;
  return {
    status,
    policy,
    ...(profileId !== null && { profileId }),
    readOnly: policy.mode === 'read_only',
    tabs: isOpen ? browser.tabs : [],
    commandCount: browser.commandCount,
    ...given({ busyWith: busyWith ?? undefined, unknownCommandId: unknownCommand ?? undefined }),
    openedAt: openedAt?.getTime() ?? null,
    lastUsedAt: lastUsedAt.getTime(),
    idleEndsAt: isOpen ? lastUsedAt.getTime() + policy.idleTimeoutMs : null,
    lifetimeEndsAt: isOpen ? openedAt.getTime() + policy.lifetimeMs : null,
    ...(endReason !== null && { endReason }),
  };
}
