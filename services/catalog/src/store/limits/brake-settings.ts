import { prepared, rows, type Db } from '@assay/kit/postgres/db';
import type { BrakeSettings } from '../../domain/limits/brake-asks.ts';

/** The organizations' changes to the table of brakes; an organization without changes is left out. */
export async function listBrakeSettings(db: Db, organizationIds: string[]): Promise<Map<string, BrakeSettings>> {
  const found = await rows<{ organizationId: string; brakes: BrakeSettings }>(
    db,
    prepared`
    select organization_id, brakes from organization_settings where organization_id = any(${organizationIds}::text[])`,
  );
  return new Map(found.map(({ organizationId, brakes }) => [organizationId, brakes]));
}
