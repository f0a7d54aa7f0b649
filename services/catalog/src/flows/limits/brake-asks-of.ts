import type { Db } from '@assay/kit/postgres/db';
import { brakeAsks, isBrake, type BrakePeriod } from '../../domain/limits/brake-asks.ts';
import type { RateAsk } from '../../domain/limits/rate-ask.ts';
import { listBrakeSettings } from '../../store/limits/brake-settings.ts';

interface Braked {
  organizationId: string;
  brake: string;
  count: number;
}

/**
 * The asks of requests under brakes, by each organization's own settings of the brakes; undefined for an unknown brake.
 */
export async function brakeAsksOf(db: Db, braked: Braked[]): Promise<(Record<BrakePeriod, RateAsk> | undefined)[]> {
  if (braked.length === 0) return [];
  const settings = await listBrakeSettings(
    db,
    braked.map(({ organizationId }) => organizationId),
  );
  return braked.map(({ brake, organizationId, count }) =>
    isBrake(brake) ? brakeAsks(brake, organizationId, count, settings.get(organizationId)) : undefined,
  );
}
