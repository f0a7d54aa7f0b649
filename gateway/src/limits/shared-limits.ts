import { LRUCache } from 'lru-cache';
import {
  type BrakeAsk,
  type BucketAsk,
  type BucketTaken,
  LimitsService,
  type TakeRequest,
  type TakeResponse,
} from '@assay/mesh/gen/assay/v1/limits';
import { invalid, unavailable } from '@assay/contract/problem';
import type { Channel } from '@assay/kit/rpc/client';
import type { Logger } from '@assay/kit/log';
import { OutageLog } from '@assay/kit/outage-log';
import { batchCalls } from './batch-calls.ts';
import { type GiveBack, GiveBackQueue } from './give-back-queue.ts';
import type { RequestBucket, BucketShare, RequestBuckets } from './request-buckets.ts';

/** The time limit for counting a request, in milliseconds. */
const COUNT_MS = 2_000;
/** Our own bucket names are shorter. One invalid name would fail its whole batch. */
const MAX_BUCKET_CHARS = 200;

/** Counts requests in buckets of the catalog, which all gateways share. */
export class SharedLimits {
  readonly #catalog: Channel;
  readonly #outage: OutageLog;
  readonly #returns: GiveBackQueue;
  readonly #countMs: number;
  /** Known empty buckets, and until when: only their own rate, or a give-back from here, refills them. */
  readonly #empty = new LRUCache<string, { share: BucketShare; until: number }>({ max: 10_000 });

  constructor(catalog: Channel, log: Logger, countMs = COUNT_MS) {
    this.#countMs = countMs;
    this.#catalog = catalog;
    this.#outage = new OutageLog(log, { began: 'requests cannot be counted', over: 'requests are counted again' });
    this.#returns = new GiveBackQueue(catalog, log, countMs);
  }

  /** Takes a token of each bucket. A known empty bucket refuses at once, without a token from the others. */
  take(wanted: RequestBuckets): BucketShare[] | Promise<BucketShare[]> {
    if (wanted.buckets.some((bucket) => askedName(bucket).length > MAX_BUCKET_CHARS))
      throw invalid('The request cannot be counted: an id in its path is too long.');
    const refusals = wanted.buckets.flatMap((bucket) => this.#refusalOf(bucket) ?? []);
    return refusals.length > 0 ? refusals : this.#take(wanted);
  }

  /** Gives the granted tokens back. */
  giveBack(shares: BucketShare[]): void {
    const granted = shares.filter((share) => share.granted);
    for (const { of } of granted) if ('policy' in of) this.#empty.delete(nameOf(of));
    this.#returns.add(granted.map(returnOf));
  }

  #refusalOf(bucket: RequestBucket): BucketShare | undefined {
    const { share, until } = this.#empty.get(nameOf(bucket)) ?? {};
    const retryAfterMs = share ? Math.ceil(until! - performance.now()) : 0;
    return share && retryAfterMs > 0 ? { ...share, granted: false, retryAfterMs } : undefined;
  }

  readonly #take = batchCalls(async (wanted: RequestBuckets[]): Promise<BucketShare[][]> => {
    const [buckets, brakes] = [new Tally<BucketAsk>(), new Tally<BrakeAsk>()];
    const turns = wanted.map(({ buckets: own, braked }) => ({
      own: own.map((of) => ({ of, ...buckets.add(nameOf(of), { bucket: askedName(of), ...of.limit }) })),
      braked: braked ? [{ of: braked, ...brakes.add(`${braked.brake} ${braked.organizationId}`, braked) }] : [],
    }));
    const askedAt = performance.now();
    const taken = await this.#ask({ buckets: buckets.asks, brakes: brakes.asks });
    return turns.map(({ own, braked }) => [
      ...own.map(({ of, place, before }) => this.#noted(of, askedAt, shareOf(of, taken.buckets[place]!, before))),
      ...braked.flatMap(({ of, place, before }) => {
        const { minute, day } = taken.brakes[place]!;
        return minute && day
          ? [shareOf({ ...of, period: 'minute' }, minute, before), shareOf({ ...of, period: 'day' }, day, before)]
          : [];
      }),
    ]);
  });

  #noted(bucket: RequestBucket, askedAt: number, share: BucketShare): BucketShare {
    // Counted from before the call: a retry a moment too early is harmless, a refusal of an allowed request is not.
    if (share.retryAfterMs > 0) this.#empty.set(nameOf(bucket), { share, until: askedAt + share.retryAfterMs });
    return share;
  }

  async #ask(request: TakeRequest): Promise<TakeResponse> {
    try {
      const taken = await this.#catalog.call(LimitsService.take, request, { timeoutMs: this.#countMs });
      this.#outage.over();
      return taken;
    } catch (error) {
      this.#outage.began(error);
      throw unavailable('Requests cannot be counted at the moment; try again shortly.');
    }
  }
}

const askedName = ({ policy, whose }: RequestBucket) => `${policy} ${whose}`;

/** Includes the limits, because a bucket with changed limits may have tokens. */
const nameOf = ({ policy, whose, limit: { perMinute, burst } }: RequestBucket) =>
  `${policy} ${whose} ${perMinute} ${burst}`;

const returnOf = ({ of, fullBeforeUs }: BucketShare): GiveBack =>
  'policy' in of
    ? { bucket: { bucket: askedName(of), count: 1, fullBeforeUs } }
    : { brake: { ...of, count: 1, fullBeforeUs } };

const shareOf = (of: BucketShare['of'], { granted, ...taken }: BucketTaken, before: number): BucketShare => ({
  ...taken,
  of,
  granted: before < granted,
});

/** Merges equal asks into one ask with a count. */
class Tally<Ask extends { count: number }> {
  readonly asks: Ask[] = [];
  readonly #places = new Map<string, number>();

  /** Answers the index of the ask, and how many equal asks came before. */
  add(name: string, ask: Omit<Ask, 'count'>): { place: number; before: number } {
    const place = this.#places.get(name);
    if (place !== undefined) return { place, before: this.asks[place]!.count++ };
    this.#places.set(name, this.asks.length);
    return { place: this.asks.push({ ...ask, count: 1 } as Ask) - 1, before: 0 };
  }
}
