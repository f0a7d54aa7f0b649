import { readFileSync } from 'node:fs';
import type { CDPSession } from 'playwright-core';

/** The limits of a browser's processes. */
export interface ProcessLimits {
  /** Memory of all processes of the browser together, in bytes; one page's process may hold half of it. */
  memoryBytes: number;
  /** The processor time that a page's process may use without a pause, in milliseconds. */
  busyMs: number;
}

/** The reactions to a browser that uses too much. */
export interface WatchActions {
  /** The process of a page is killed; Chromium then reports which page that was. */
  onKill(reason: 'memory' | 'cpu'): void;
  /** All together hold too much, although the largest were killed. */
  onOver(): void;
}

/** Often enough that a page which allocates as fast as it can is found before the machine is short of memory. */
const LOOK_MS = 250;
/** A look that finds less than this share of a processor used is a pause; a busy machine gives a busy page no more. */
const PAUSE_SHARE = 0.1;
/** The browser is ended after this number of looks in a row that found too much memory in all. */
const MAX_LOOKS_OVER = 4;

/**
 * Watches the processes of a browser: kills a page's process that uses too much, the largest one when all together hold
 * too much. Memory is read on Linux only. Returns a function that stops the watch.
 */
export function watchProcesses(
  session: CDPSession,
  { memoryBytes, busyMs }: ProcessLimits,
  actions: WatchActions,
): () => void {
  let looksOver = 0;
  let isLooking = false;
  /** The processor time of each process at the last look and at its last pause, in seconds. */
  let seen = new Map<number, { used: number; atPause: number; at: number }>();

  const kill = (pid: number, reason: 'memory' | 'cpu') => {
    try {
      process.kill(pid, 'SIGKILL');
      actions.onKill(reason);
    } catch {
      // It has ended meanwhile.
    }
  };

  const look = async () => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    const at = performance.now();
    const held = processInfo.map((each) => ({ ...each, bytes: ownBytes(each.id) }));
    const pages = held.filter(({ type }) => type === 'renderer').toSorted((a, b) => b.bytes - a.bytes);
    const now: typeof seen = new Map();
    for (const { id, bytes, cpuTime: used } of pages) {
      const last = seen.get(id);
      const isBusy = last && (used - last.used) * 1_000 > (at - last.at) * PAUSE_SHARE;
      const atPause = isBusy ? last.atPause : used;
      now.set(id, { used, atPause, at });
      if (bytes > memoryBytes / 2) kill(id, 'memory');
      else if ((used - atPause) * 1_000 > busyMs) kill(id, 'cpu');
    }
    seen = now;
    const total = held.reduce((sum, { bytes }) => sum + bytes, 0);
    looksOver = total > memoryBytes ? looksOver + 1 : 0;
    if (looksOver >= MAX_LOOKS_OVER) actions.onOver();
    else if (looksOver > 0 && pages[0]) kill(pages[0].id, 'memory');
  };

  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    // A look fails when the browser ends.
    look()
      .catch(() => {})
      .finally(() => (isLooking = false));
  }, LOOK_MS).unref();
  return () => clearInterval(timer);
}

/** The memory that a process does not share with its siblings, in bytes; 0 where that cannot be read. */
function ownBytes(pid: number): number {
  const status = statusOf(pid);
  const kilobytes = [...status.matchAll(/^Rss(?:Anon|Shmem):\s+(\d+) kB/gm)].map(([, number]) => Number(number));
  return kilobytes.reduce((sum, each) => sum + each, 0) * 1_024;
}

/** The kernel answers from memory, faster than a thread could be asked to wait for it. */
function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return '';
  }
}
