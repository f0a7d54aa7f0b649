import { WorkService, type WorkBeat } from '@assay/contract/gen/assay/v1/work';
import type { Channel } from '@assay/kit/rpc/client';
import type { Logger } from '@assay/kit/log';
import type { OutageLog } from '@assay/kit/outage-log';
import { callOutage } from './platform-outage.ts';
import type { WorkInHand } from './work-in-hand.ts';

/** How often leases are extended and stops are heard of, in milliseconds. */
const BEAT_MS = 1_000;
/** A heartbeat that is not answered by then counts as lost, in milliseconds. */
const ANSWER_MS = 5_000;

/**
 * Beats for every item that is held: the platform extends the leases and answers which items it wants stopped. When the
 * platform has been silent for as long as a lease lasts, the leases are lost and all work on them stops.
 */
export class Heartbeat {
  readonly #held: ReadonlyMap<string, WorkInHand>;
  readonly #source: Channel;
  readonly #runnerId: string;
  readonly #outage: Pick<OutageLog, 'began' | 'over'>;
  readonly #timer: NodeJS.Timeout;
  #beating: Promise<void> | undefined;
  #heardAt = performance.now();

  constructor(held: ReadonlyMap<string, WorkInHand>, source: Channel, runnerId: string, log: Logger) {
    this.#held = held;
    this.#source = source;
    this.#runnerId = runnerId;
    this.#outage = callOutage(log, {
      began: 'heartbeats are refused',
      over: 'heartbeats are accepted again',
    });
    this.#timer = setInterval(() => {
      this.#beating ??= this.#beat().finally(() => {
        this.#beating = undefined;
      });
    }, BEAT_MS);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#beating;
  }

  async #beat(): Promise<void> {
    const held = [...this.#held.values()];
    if (held.length === 0) {
      this.#heardAt = performance.now();
      return;
    }
    try {
      const lost = await this.#send(held);
      this.#heardAt = performance.now();
      this.#outage.over();
      for (const each of lost) each.stop();
    } catch (error) {
      this.#outage.began(error);
      for (const each of held) if (performance.now() - this.#heardAt > each.item.leaseMs) each.stop();
    }
  }

  /** The items of this heartbeat that are to be stopped: meanwhile one of them may have come back under a new lease. */
  async #send(held: WorkInHand[]): Promise<WorkInHand[]> {
    const beats = await Promise.all(held.map(beatOf));
    const { stopIds } = await this.#source.call(
      WorkService.beat,
      { runnerId: this.#runnerId, beats },
      { timeoutMs: ANSWER_MS },
    );
    const lost = new Set(stopIds);
    // The parts of an item that is to be stopped were not kept: they go with its report.
    beats.forEach(({ id, parts }, i) => {
      if (!lost.has(id)) held[i]!.recording?.delivered(parts);
    });
    return held.filter(({ item }) => lost.has(item.id));
  }
}

async function beatOf({ item: { id, kind, fence }, phase, waiting, recording }: WorkInHand): Promise<WorkBeat> {
  return {
    id,
    kind,
    fence,
    phase,
    waiting,
    parts: recording ? await recording.due() : [],
    events: [],
  };
}
