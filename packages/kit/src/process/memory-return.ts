import { flushCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const EVERY_MS = 10_000;
/** The process is idle when it used less than this share of a core since the last look. */
const IDLE_SHARE = 0.1;
/** Memory that has grown by less than this since the last collection stays, in bytes. */
const MIN_GROWTH = 64 * 1024 * 1024;

/** The state of a process at one moment. */
export interface MemorySample {
  atMs: number;
  /** Processor time since the start, in milliseconds. */
  cpuMs: number;
  /** Resident memory, in bytes: V8 does not count the pages that it keeps for later as part of its heap. */
  bytes: number;
}

/** Whether an idle process holds much more memory than after its `last` collection. */
export const isWorthCollecting = (before: MemorySample, now: MemorySample, last: number): boolean =>
  now.cpuMs - before.cpuMs < (now.atMs - before.atMs) * IDLE_SHARE && now.bytes > last + MIN_GROWTH;

type Collect = (options: { type: 'major'; execution: 'async'; flavor: 'last-resort' }) => Promise<void>;

/**
 * Gives memory back after the start and after heavy work: V8 collects garbage when memory is asked for, so that an idle process keeps what a
 * storm left behind. Runs until the process or the thread ends.
 */
export function startMemoryReturn(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as Collect;
  let before = sample();
  // Nothing was collected yet: garbage of the start goes, too.
  let last = 0;
  setInterval(async () => {
    const now = sample();
    const isWorth = isWorthCollecting(before, now, last);
    before = now;
    if (!isWorth) return;
    // A collection drops compiled code that was not used lately, which the next start needs.
    flushCompileCache();
    await collect({ type: 'major', execution: 'async', flavor: 'last-resort' });
    before = sample();
    last = before.bytes;
  }, EVERY_MS).unref();
}

function sample(): MemorySample {
  const { user, system } = process.cpuUsage();
  return { atMs: performance.now(), cpuMs: (user + system) / 1_000, bytes: process.memoryUsage.rss() };
}
