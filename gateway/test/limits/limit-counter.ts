import {
  LimitsService,
  type BrakeAsk,
  type BucketAsk,
  type BucketTaken,
  type GiveBackRequest,
  type TakeRequest,
} from '@assay/mesh/gen/assay/v1/limits';
import { implement } from '@assay/kit/rpc/serve';

/** The start of the day in the brake's buckets. */
export const DAY_US = 1_799_913_600_000_000;

/**
 * A stand-in for the buckets: records its requests, lets each bucket run empty once, and allows `perDay` launches a
 * day; the buckets `empty` have no token at first. Answers after `before`.
 */
export function limitCounter({
  perDay = 5,
  empty = [] as string[],
  before = async (_what: 'take' | 'giveBack'): Promise<void> => undefined,
} = {}) {
  const [taken, returned] = [[] as TakeRequest[], [] as GiveBackRequest[]];
  const left = new Map(empty.map((bucket) => [bucket, 0]));
  let used = 0;
  const take = ({ bucket, count, perMinute, burst }: BucketAsk): BucketTaken => {
    const granted = Math.min(count, left.get(bucket) ?? burst);
    const remaining = (left.get(bucket) ?? burst) - granted;
    left.set(bucket, remaining);
    const intervalMs = 60_000 / perMinute;
    return {
      granted,
      remaining,
      retryAfterMs: remaining > 0 ? 0 : Math.ceil(intervalMs),
      resetAfterMs: Math.ceil((burst - remaining) * intervalMs),
      resetsAtMs: 0,
      capacity: burst,
      fullBeforeUs: 0,
    };
  };
  const day = ({ count }: BrakeAsk): BucketTaken => {
    const granted = Math.min(count, perDay - used);
    used += granted;
    const isOver = used === perDay;
    return {
      granted,
      remaining: perDay - used,
      retryAfterMs: isOver ? 3_600_000 : 0,
      resetAfterMs: 3_600_000,
      resetsAtMs: 1_800_000_000_000,
      capacity: perDay,
      fullBeforeUs: DAY_US,
    };
  };
  const service = implement(LimitsService, {
    take: async (request) => {
      await before('take');
      taken.push(request);
      return {
        buckets: request.buckets.map(take),
        brakes: request.brakes.map((ask) => ({
          minute: take({ bucket: ask.brake, count: ask.count, perMinute: 60, burst: 60 }),
          day: day(ask),
        })),
      };
    },
    giveBack: async (request) => {
      await before('giveBack');
      returned.push(request);
      used -= request.brakes.filter(({ period }) => period === 'day').length;
      return {};
    },
  });
  return { service, taken, returned };
}
