import { processTable, residentBytes, type ProcessEntry } from './process-table.ts';

const LOOK_MS = 500;

interface Watched {
  owns(process: ProcessEntry): boolean;
  maxBytes: number;
  onOver(): void;
}

const watchedOnes = new Set<Watched>();
let looking: NodeJS.Timeout | undefined;
let isLooking = false;

/**
 * Watches the memory of all running commands, twice a second, and reports a command that exceeds its limit. Linux only.
 * Returns a function that stops the watch.
 */
export function watchMemory(watched: Watched): () => void {
  if (process.platform !== 'linux') return () => {};
  watchedOnes.add(watched);
  // A failed look is repeated; a slow one is not overlapped.
  looking ??= setInterval(() => void look().catch(() => {}), LOOK_MS).unref();
  return () => {
    watchedOnes.delete(watched);
    if (watchedOnes.size > 0) return;
    clearInterval(looking);
    looking = undefined;
  };
}

async function look(): Promise<void> {
  if (isLooking) return;
  isLooking = true;
  try {
    const table = await processTable();
    for (const watched of watchedOnes) {
      const held = table.filter((each) => watched.owns(each)).map(({ pid }) => residentBytes(pid));
      if (held.reduce((sum, bytes) => sum + bytes, 0) > watched.maxBytes) watched.onOver();
    }
  } finally {
    isLooking = false;
  }
}
