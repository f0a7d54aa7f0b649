import { answeredWork, givenBack, type WorkEnding } from '@assay/work/runner/work-handler';
import type { WorkInHand } from '@assay/work/runner/work-in-hand';

/** Work that ends when the test says so. */
export class Execution {
  readonly open = new Map<WorkInHand, () => void>();
  most = 0;
  started: string[] = [];
  /** Work that is started from now on ends at once. */
  instant = false;

  readonly run = async (inHand: WorkInHand): Promise<WorkEnding> => {
    this.started.push(inHand.item.id);
    if (!this.instant) {
      await new Promise<void>((finish) => {
        this.open.set(inHand, finish);
        inHand.signal.addEventListener('abort', () => finish());
        this.most = Math.max(this.most, this.open.size);
      });
      this.open.delete(inHand);
    }
    return inHand.signal.aborted ? givenBack(true) : answeredWork(Buffer.from('{}'));
  };

  finish(count: number): void {
    for (const finish of [...this.open.values()].slice(0, count)) finish();
  }

  finishAll(): void {
    this.instant = true;
    this.finish(this.open.size);
  }
}
