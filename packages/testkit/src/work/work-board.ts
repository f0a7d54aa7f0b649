import {
  WorkService,
  type LeaseRequest,
  type WorkBeat,
  type WorkItem,
  type WorkReport,
} from '@assay/mesh/gen/assay/v1/work';
import type { Problem } from '@assay/contract/problem';
import { WakeUp } from '@assay/kit/concurrency/wake-ups/wake-up';
import { newId } from '@assay/kit/id';
import { implement } from '@assay/kit/rpc/serve';
import { waitUntil } from '../until.ts';

/** The first item of a kind loads its dependencies, and starts processes. */
const ANSWER_MS = 25_000;

/** A stand-in for a service with work items: it waits and hands out as the queue does, with its items in memory. */
export class WorkBoard {
  readonly leases: LeaseRequest[] = [];
  /** The items of each heartbeat, answered or not. */
  readonly heartbeats: WorkBeat[][] = [];
  /** Every answered batch of reports. */
  readonly batches: WorkReport[][] = [];
  /** Every accepted result. */
  readonly answers: WorkReport[] = [];
  /** Every item that was given back. */
  readonly returned: WorkReport[] = [];
  /** Items to stop. */
  readonly stopped = new Set<string>();
  /** Holds back an answer with items. */
  beforeAnswer: () => Promise<void> = async () => undefined;
  /** The number of polls that wait for work. */
  asking = 0;
  /** The fault to answer a heartbeat or a batch of reports with, if any. */
  fault: (request: {
    beats?: WorkBeat[];
    reports?: WorkReport[];
  }) => Problem | undefined | Promise<Problem | undefined> = () => undefined;
  /** Whether an item that is given back is offered again, under another fence. */
  offersAgain: (item: WorkItem) => boolean = () => true;
  #queue: WorkItem[] = [];
  readonly #handedOut = new Map<string, WorkItem>();
  #wakeUp = new WakeUp();

  get waiting(): number {
    return this.#queue.length;
  }

  offer(...items: WorkItem[]): void {
    this.#queue.push(...items);
    this.#wakeUp.wake();
  }

  answer({ id, fence }: Pick<WorkItem, 'id' | 'fence'>): Promise<WorkReport> {
    return waitUntil(() => this.answers.find((each) => each.id === id && each.fence === fence), ANSWER_MS);
  }

  /** The distinct phases of an item in heartbeats. */
  phases({ id }: WorkItem): string[] {
    const beats = this.heartbeats.flat().filter((beat) => beat.id === id);
    return [...new Set(beats.map(({ phase }) => phase))];
  }

  /** The live events of an item in heartbeats, in the order of their indexes; a repeated one counts once. */
  events({ id, fence }: Pick<WorkItem, 'id' | 'fence'>): unknown[] {
    const beats = this.heartbeats.flat().filter((beat) => beat.id === id && beat.fence === fence);
    const byIndex = new Map(beats.flatMap(({ events }) => events.map(({ index, body }) => [index, body] as const)));
    return [...byIndex].sort(([a], [b]) => a - b).map(([, body]) => JSON.parse(body.toString()) as unknown);
  }

  /** Ends waiting polls. */
  close(): void {
    this.#wakeUp.stop();
  }

  implementation() {
    const wakeUp = new WakeUp();
    this.#wakeUp = wakeUp;
    const refuse = async (request: Parameters<WorkBoard['fault']>[0]) => {
      const problem = await this.fault(request);
      if (problem) throw problem;
    };
    return implement(WorkService, {
      lease: async (request) => {
        if (request.freeSlots === 0)
          return { items: [...this.#handedOut.values()].filter(({ kind }) => request.kinds.includes(kind)) };
        this.leases.push(request);
        this.asking++;
        const items = await wakeUp.waitFor(request.waitMs, async () => this.#handOut(request));
        this.asking--;
        if (items) await this.beforeAnswer();
        return { items: items ?? [] };
      },
      beat: async ({ beats }) => {
        this.heartbeats.push(beats);
        await refuse({ beats });
        return {
          stopIds: beats.flatMap((beat) => (this.stopped.has(beat.id) || !this.#isHeld(beat) ? [beat.id] : [])),
        };
      },
      complete: async ({ reports }) => {
        await refuse({ reports });
        this.batches.push(reports);
        return { refusedIds: reports.filter((report) => !this.#end(report)).map(({ id }) => id) };
      },
    });
  }

  #handOut({ freeSlots, kinds }: LeaseRequest): WorkItem[] | undefined {
    const items = this.#queue.filter(({ kind }) => kinds.includes(kind)).slice(0, freeSlots);
    this.#queue = this.#queue.filter((item) => !items.includes(item));
    for (const item of items) this.#handedOut.set(item.id, item);
    return items.length > 0 ? items : undefined;
  }

  #isHeld({ id, fence }: Pick<WorkItem, 'id' | 'fence'>): boolean {
    return this.#handedOut.get(id)?.fence === fence;
  }

  #end(report: WorkReport): boolean {
    if (!this.#isHeld(report)) return false;
    const item = this.#handedOut.get(report.id)!;
    this.#handedOut.delete(report.id);
    if (!report.givenBack) {
      this.answers.push(report);
      return true;
    }
    this.returned.push(report);
    if (this.offersAgain(item)) this.offer({ ...item, fence: `${item.fence}, then another` });
    return true;
  }
}

/** A work item with default fields. */
export const boardItem = (kind: string, task: object, more: Partial<WorkItem> = {}): WorkItem => ({
  id: newId('job'),
  kind,
  fence: '1',
  leaseMs: 15_000,
  timeoutMs: 60_000,
  organizationId: '',
  projectId: 'prj',
  labels: [],
  task: Buffer.from(JSON.stringify(task)),
  traceparent: '',
  ...more,
});
