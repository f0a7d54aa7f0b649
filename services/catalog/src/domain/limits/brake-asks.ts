import { brakes, type Brake } from '@assay/contract/brakes';
import type { RateAsk } from './rate-ask.ts';

/** An organization's changes to the table of brakes. */
export type BrakeSettings = Partial<Record<Brake, { perMinute?: number; perDay?: number }>>;

export type BrakePeriod = 'minute' | 'day';

export const isBrake = (name: string): name is Brake => Object.hasOwn(brakes, name);

/** The key of an organization's bucket under a brake. */
export const brakeBucket = (brake: string, period: string, organizationId: string): string =>
  `${brake} ${period} ${organizationId}`;

/** The asks of `count` requests under a brake, one for each of the organization's two buckets. */
export function brakeAsks(
  brake: Brake,
  organizationId: string,
  count: number,
  settings: BrakeSettings = {},
): Record<BrakePeriod, RateAsk> {
  const { perMinute, perDay } = { ...brakes[brake], ...settings[brake] };
  return {
    minute: {
      bucket: brakeBucket(brake, 'minute', organizationId),
      count,
      perMinute,
      burst: perMinute,
    },
    day: { bucket: brakeBucket(brake, 'day', organizationId), count, perDay },
  };
}
