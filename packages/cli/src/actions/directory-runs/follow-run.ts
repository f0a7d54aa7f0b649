import { setTimeout as pause } from 'node:timers/promises';
import type { CommandContext } from '../../command-context.ts';
import { LiveLine } from '../../output/live-line.ts';
import { isOutage } from '../../platform/explain-failure.ts';

const OVER = new Set(['completed', 'failed', 'cancelled']);
/** The time between two questions, and how long an outage of the platform is waited for, in milliseconds. */
const [INTERVAL_MS, OUTAGE_MS] = [1_000, 60_000];

/** Waits for the end of a run of conformance or readiness; an outage of the platform is waited out. */
export async function followRun<Run extends { status: string }>(
  context: CommandContext,
  words: string,
  ask: () => Promise<Run>,
): Promise<Run> {
  const line = new LiveLine(context);
  let answeredAt = Date.now();
  try {
    for (;;) {
      const run = await ask().catch((error: unknown) => {
        if (!isOutage(error) || Date.now() - answeredAt > OUTAGE_MS) throw error;
      });
      if (run) {
        if (OVER.has(run.status)) return run;
        answeredAt = Date.now();
        line.show(`  ${words}: ${run.status}`, 0);
      }
      await pause(INTERVAL_MS, undefined, { signal: context.interrupted });
    }
  } finally {
    line.clear();
  }
}
