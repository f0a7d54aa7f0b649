import type { LiveEvent, RunnerFacts, TracePart, WorkWait } from '@assay/mesh/gen/assay/v1/work';

/** How often an item is handed out before the silence of its runners counts as its own fault. */
export const MAX_ATTEMPTS = 3;
/** An item that waits for longer is stuck, in minutes. */
export const STUCK_MINUTES = 5;

/**
 * The work that a runner may have: all of it, or the work of one organization, or of one project of it. With a runner token,
 * only the leases of that token are the runner's.
 */
export interface WorkScope {
  organizationId?: string;
  projectId?: string;
  tokenId?: string;
}

/** An item as one runner was given it: under another fence another runner holds it. */
export interface WorkHold {
  id: string;
  fence: string;
}

/** A held item with what its work waits for at the moment, if it cannot go on. */
export interface WorkBeatHold extends WorkHold {
  waiting: WorkWait | undefined;
}

/** An item that a runner holds. */
export interface HeldWork extends WorkHold {
  kind: string;
  projectId: string;
}

/** An item as it is handed to a runner. */
export interface LeasedWork extends HeldWork {
  organizationId: string | null;
  labels: string[];
  task: Buffer;
  timeoutMs: number;
  traceparent: string | null;
}

/** An item that no runner will do: how often it was tried, and how often it may be. */
export interface AbandonedWork extends HeldWork {
  attempts: number;
  maxAttempts?: number;
  isCancelled?: boolean;
  /** It is for one runner, and that one stopped. */
  isOrphaned?: boolean;
}

/** An open item that does not get on. */
export interface StuckItem {
  id: string;
  kind: string;
  organizationId: string | null;
  projectId: string;
  /** The run, lab, judgement or journey run that it belongs to. */
  group: string | null;
  labels: string[];
  attempts: number;
  runnerId: string | null;
  createdAt: Date;
  /** Whether leases of it expired; otherwise it waits for a runner. */
  hasExpired: boolean;
}

/** How much open work there is. */
export interface OpenWork {
  waiting: number;
  held: number;
  /** When the oldest that waits was made; null when none waits. */
  oldestAt: Date | null;
}

/** A runner that asks for work: how much, of which kinds and for which labels. */
export interface ClaimRequest {
  runnerId: string;
  count: number;
  /** How much of it the runner would not begin at once. */
  ahead?: number | undefined;
  kinds: string[];
  labels: string[];
  /** The facts that it tells people about itself; runners of earlier releases tell nothing. */
  facts?: RunnerFacts | undefined;
  scope: WorkScope;
}

/** The output of an item, or the reason why there is none. */
export type WorkResult = { output: Buffer } | { error: { code: string; message: string } };

/** An item that its runner ended. */
export interface EndedWork {
  hold: WorkHold;
  kind: string;
  result: WorkResult;
}

/** An item that its runner gives back; `output` may hold the reason, or what was recorded so far. */
export interface ReturnedWork {
  hold: WorkHold;
  kind: string;
  begun: boolean;
  output: Buffer;
}

/** News of an item that its runner works on. */
export interface WorkNews {
  hold: WorkHold;
  kind: string;
  phase: string;
  parts: TracePart[];
  events: LiveEvent[];
}

/**
 * Where open work of some kinds is kept, and what becomes of it. Every function takes a batch and answers the ids of the
 * items that it changed; under a fence that is not an item's present one, or from another runner token than the lease's, nothing changes. `queuedWork` is the source for
 * rows of the common table `work`.
 */
export interface WorkSource {
  kinds: readonly string[];
  /** Whether a report wakes the provider's waiters at once; otherwise it wakes them within half a second. */
  wakesAtOnce: boolean;
  /**
   * Hands out free items under new fences: waiting items, and items whose runner went silent fewer than MAX_ATTEMPTS
   * times.
   */
  claim(request: ClaimRequest, leaseMs: number): Promise<LeasedWork[]>;
  /** Whether an item is waiting or leased that asks for no other labels than these. */
  hasOpen(labels: string[]): Promise<boolean>;
  /**
   * Hands a runner nothing more, at any replica, and answers what it holds, with the items that are being claimed for
   * it.
   */
  stopRunner(runnerId: string): Promise<HeldWork[]>;
  /** Extends the leases that still hold, and notes what their work waits for. */
  extend(holds: WorkBeatHold[], scope: WorkScope, leaseMs: number): Promise<string[]>;
  /** Notes how far items are whose leases were extended, what was recorded of them, and what happened in them. */
  note(news: WorkNews[]): Promise<void>;
  settle(ended: EndedWork[], scope: WorkScope): Promise<string[]>;
  /** Frees items for other runners; this attempt does not count. */
  giveBack(returned: ReturnedWork[], scope: WorkScope): Promise<string[]>;
  /** Takes over items that no runner will end, under fences that no runner holds, for `settleMs`. */
  takeOverAbandoned(settleMs: number): Promise<AbandonedWork[]>;
  countOpen(): Promise<OpenWork>;
  /** Items whose leases expired, and items that wait for long; the oldest first. */
  listStuck(limit: number): Promise<StuckItem[]>;
  /** Gives a stuck item all of its attempts again, and answers whose it is; undefined when there is none of this id. */
  retryStuck(id: string): Promise<Pick<StuckItem, 'organizationId' | 'projectId'> | undefined>;
  /** Takes a stuck item over under a fence that no runner holds, for `settleMs`; undefined when there is none of this id. */
  takeOverStuck(id: string, settleMs: number): Promise<(HeldWork & Pick<StuckItem, 'organizationId'>) | undefined>;
}
