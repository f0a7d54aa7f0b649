import type { BrakeTaken, BucketTaken, TakeRequest, TakeResponse } from '@assay/mesh/gen/assay/v1/limits';
import { onlyForService } from '@assay/kit/rpc/only-for-service';
import type { RpcHandler } from '@assay/kit/rpc/handler';
import { brakeAsksOf } from '../../flows/limits/brake-asks-of.ts';
import type { Deps } from '../../deps.ts';
import { bucketFault, countFault } from '../../domain/limits/counts.ts';
import { capacityOf, type RateAsk, type TakenTokens } from '../../domain/limits/rate-ask.ts';
import { refuseFault } from '@assay/contract/fault';
import { takeTokens } from '../../store/limits/rate-buckets.ts';

export const takeLimits = ({ counting, now }: Deps): RpcHandler<TakeRequest, TakeResponse> =>
  onlyForService('gateway', async ({ buckets, brakes }) => {
    for (const { bucket, count, perMinute, burst } of buckets)
      refuseFault(bucketFault(bucket) ?? countFault({ count, perMinute, burst }));
    for (const { count } of brakes) refuseFault(countFault({ count }));
    const braked = await brakeAsksOf(counting, brakes);
    const asks: RateAsk[] = [...buckets, ...braked.flatMap((known) => (known ? [known.minute, known.day] : []))];
    const answers = (await takeTokens(counting, asks, now?.())).map((taken, i) => onWire(asks[i]!, taken));
    const own = answers.splice(0, buckets.length);
    return {
      buckets: own,
      brakes: braked.map((known) => (known ? { minute: answers.shift(), day: answers.shift() } : NOTHING)),
    };
  });

/** An answer without values. */
const NOTHING: BrakeTaken = { minute: undefined, day: undefined };

const onWire = (
  ask: RateAsk,
  { granted, remaining, retryAfterMs, resetAfterMs, resetsAt, fullBeforeUs }: TakenTokens,
): BucketTaken => ({
  granted,
  remaining,
  retryAfterMs,
  resetAfterMs,
  resetsAtMs: resetsAt,
  capacity: capacityOf(ask),
  fullBeforeUs,
});
