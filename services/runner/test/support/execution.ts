import { Outcome, type IterationReport } from '@assay/contract/gen/assay/v1/work';
import type { Held } from '../../src/work/held-iteration.ts';

/** Work that ends when the test says so. */
export class Execution {
  readonly open = new Map<Held, () => void>();
  most = 0;
  started: string[] = [];
  /** What is started from now on ends at once. */
  instant = false;

  readonly run = async (held: Held): Promise<IterationReport> => {
    this.started.push(held.item.iterationId);
    if (!this.instant) {
      await new Promise<void>((finish) => {
        this.open.set(held, finish);
        held.signal.addEventListener('abort', () => finish());
        this.most = Math.max(this.most, this.open.size);
      });
      this.open.delete(held);
    }
    const { iterationId, fence } = held.item;
    const outcome = held.signal.aborted ? Outcome.CANCELLED : Outcome.COMPLETED;
    return {
      iterationId,
      fence,
      outcome,
      startedAtMs: 0,
      durationMs: 0,
      errorCode: '',
      errorMessage: '',
      transcript: Buffer.from('{}'),
      parts: [],
      secrets: [],
      blame: 0,
    };
  };

  finish(count: number): void {
    for (const finish of [...this.open.values()].slice(0, count)) finish();
  }

  finishAll(): void {
    this.instant = true;
    this.finish(this.open.size);
  }
}
