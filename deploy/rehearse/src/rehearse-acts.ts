import type { Act } from './act.ts';
import { abandonedAct, type ActReport } from './judge-act.ts';
import { playAct } from './play-act.ts';
import { openStage, type Stage } from './stage.ts';

interface RehearseOptions {
  /** Called with the reports so far when an act has been played. */
  played?(reports: ActReport[]): Promise<void>;
  /** Aborts when the rehearsal is to end. */
  signal?: AbortSignal;
}

/**
 * Plays acts one after the other; acts of one stage share its installation, unless one of them failed in the middle. No
 * process outlives it.
 */
export async function rehearse(chosen: Act[], { played: told, signal }: RehearseOptions = {}): Promise<ActReport[]> {
  const reports: ActReport[] = [];
  let stage: Stage | undefined;
  try {
    for (const act of chosen) {
      signal?.throwIfAborted();
      if (stage?.name !== act.stage) {
        await stage?.stop();
        stage = undefined;
        stage = await openStage(act.stage);
      }
      const stopped = new Promise<never>((_, reject) =>
        signal?.addEventListener('abort', () => reject(new Error('The rehearsal was interrupted.')), { once: true }),
      );
      const played = Promise.race([playAct(act, stage), stopped]);
      const report = await played.catch((error: Error) => abandonedAct(act.name, error));
      signal?.throwIfAborted();
      reports.push(report);
      if (report.isAbandoned) {
        await stage.stop();
        stage = undefined;
      }
      await told?.(reports);
    }
  } finally {
    await stage?.stop();
  }
  return reports;
}
