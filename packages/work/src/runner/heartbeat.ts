import { WorkBeat, WorkService } from '@assay/mesh/gen/assay/v1/work';
import type { Channel } from '@assay/kit/rpc/client';
import type { Logger } from '@assay/kit/log';
import type { OutageLog } from '@assay/kit/outage-log';
import { callOutage, isAway } from './platform-outage.ts';
import type { WorkInHand } from './work-in-hand.ts';

/** How often leases are extended and stops are heard of, in milliseconds. */
const BEAT_MS = 1_000;
/** The pause between beats with live events, in milliseconds: the events of so long travel together. */
const EVENTS_MS = 25;
/** A heartbeat that is not answered by then counts as lost, in milliseconds. */
const ANSWER_MS = 5_000;

/** A beat for every held item, or one for the items with live events alone. */
type DueBeat = 'all' | 'events';

/**
 * Beats for every item that is held: the platform extends the leases and answers which items it wants stopped. When the
 * platform has been silent for as long as a lease lasts, the leases are lost and all work on them stops. Live events
 * travel with beats in between.
 */
export class Heartbeat {
  readonly #held: ReadonlyMap<string, WorkInHand>;
  readonly #source: Channel;
  readonly #runnerId: string;
  readonly #outage: Pick<OutageLog, 'began' | 'over'>;
  readonly #timer: NodeJS.Timeout;
  #due: DueBeat | undefined;
  #beating: Promise<void> | undefined;
  #hurrying: NodeJS.Timeout | undefined;
  #beganAt = Number.NEGATIVE_INFINITY;
  #heardAt = performance.now();
  /** After a beat that failed, events wait for the next beat for all items. */
  #hasFailed = false;

  constructor(held: ReadonlyMap<string, WorkInHand>, source: Channel, runnerId: string, log: Logger) {
    this.#held = held;
    this.#source = source;
    this.#runnerId = runnerId;
    this.#outage = callOutage(log, {
      began: 'heartbeats are refused',
      over: 'heartbeats are accepted again',
    });
    this.#timer = setInterval(() => this.#begin('all'), BEAT_MS);
  }

  /** Sends the live events of items soon: the first ones at once, further ones together. */
  hurry(): void {
    this.#hurrying ??= setTimeout(() => this.flush(), Math.max(0, this.#beganAt + EVENTS_MS - performance.now()));
  }

  /** Sends the live events of items now. */
  flush(): void {
    clearTimeout(this.#hurrying);
    this.#hurrying = undefined;
    if (!this.#hasFailed) this.#begin('events');
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    clearTimeout(this.#hurrying);
    await this.#beating;
  }

  /** Beats are sent one after the other, so that the events of an item keep their order. */
  #begin(due: DueBeat): void {
    if (this.#due !== 'all') this.#due = due;
    this.#beating ??= this.#beatWhileDue();
  }

  async #beatWhileDue(): Promise<void> {
    while (this.#due) {
      const due = this.#due;
      this.#due = undefined;
      this.#beganAt = performance.now();
      await this.#beat(due);
    }
    this.#beating = undefined;
  }

  async #beat(due: DueBeat): Promise<void> {
    const all = [...this.#held.values()];
    const held = due === 'all' ? all : all.filter(({ unheard }) => unheard.length > 0);
    if (all.length === 0) this.#heardAt = performance.now();
    if (held.length === 0) return;
    try {
      const lost = await this.#send(held, due);
      if (due === 'all') this.#heardAt = performance.now();
      this.#hasFailed = false;
      this.#outage.over();
      for (const each of lost) each.stop();
    } catch (error) {
      this.#hasFailed = true;
      this.#outage.began(error);
      if (!isAway(error)) for (const each of held) each.eventsRefused();
      for (const each of held) if (performance.now() - this.#heardAt > each.item.leaseMs) each.stop();
    }
    if (held.some(({ unheard }) => unheard.length > 0)) this.hurry();
  }

  /** The items of this heartbeat that are to be stopped: meanwhile one of them may have come back under a new lease. */
  async #send(held: WorkInHand[], due: DueBeat): Promise<WorkInHand[]> {
    const beats = await Promise.all(held.map((each) => this.#beatOf(each, due)));
    const { stopIds } = await this.#source.call(
      WorkService.beat,
      { runnerId: this.#runnerId, beats },
      { timeoutMs: ANSWER_MS },
    );
    const lost = new Set(stopIds);
    beats.forEach(({ id, parts, events }, i) => {
      // The parts of an item that is to be stopped were not kept: they go with its report.
      if (lost.has(id)) return;
      held[i]!.recording?.delivered(parts);
      held[i]!.eventsHeard(events);
    });
    return held.filter(({ item }) => lost.has(item.id));
  }

  /** The beat of an item; an item whose news cannot be sent fails, so that no other item loses its lease. */
  async #beatOf(inHand: WorkInHand, due: DueBeat): Promise<WorkBeat> {
    const { id, kind, fence } = inHand.item;
    try {
      const beat = await beatWithNews(inHand, due);
      WorkBeat.encode(beat);
      return beat;
    } catch (error) {
      inHand.fail(error);
      return { id, kind, fence, phase: '', parts: [], events: [] };
    }
  }
}

async function beatWithNews(inHand: WorkInHand, due: DueBeat): Promise<WorkBeat> {
  const { item, phase, waiting, recording } = inHand;
  const { id, kind, fence } = item;
  return {
    id,
    kind,
    fence,
    phase,
    waiting,
    parts: recording && due === 'all' ? await recording.due() : [],
    events: inHand.dueEvents(),
  };
}
