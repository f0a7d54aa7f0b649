import { features, type Feature } from '@assay/contract/access';
import { brakes, type Brake } from '@assay/contract/brakes';
import type { OrganizationSettings, UpdateOrganizationSettings } from '@assay/contract/areas/organizations/settings';
import { offeredFeatures } from '@assay/contract/areas/organizations/offered-features';
import { isObject } from '@assay/contract/json';
import type { Fault } from '@assay/contract/fault';
import type { RetentionDays } from './retention.ts';

type Retention = keyof OrganizationSettings['retention'];
interface BrakeValues {
  perMinute: number;
  perDay: number;
}
/** The limits that the operator bounds. */
export interface LimitValues {
  requestsPerMinute: number;
  requestBurst: number;
  concurrentRuns: number;
  runMinutes: number;
  queueMinutes: number;
  repetitions: number;
}

/** Rules for the servers of an organization. */
export interface ServerRules {
  /** Only admins of the organization save servers that are commands. */
  commandsNeedAdmin: boolean;
}

/** All settings, each with a value. */
export interface EffectiveSettings {
  features: Record<Feature, boolean>;
  limits: LimitValues & { brakes: Record<Brake, BrakeValues> };
  retention: Record<Retention, number | null>;
  servers: ServerRules;
}

/** The settings that an organization set itself. */
export interface OwnSettings {
  features: Partial<Record<Feature, boolean>>;
  limits: Partial<LimitValues> & { brakes?: Partial<Record<Brake, Partial<BrakeValues>>> };
  retention: Partial<Record<Retention, number>>;
  servers: Partial<ServerRules>;
}

/** The settings of an organization that sets nothing itself. */
export const installationSettings = (
  limits: LimitValues,
  { runs, traces, sessions, audit }: RetentionDays,
): EffectiveSettings => ({
  features: each(features, (_, name) => offeredFeatures.includes(name as Feature)),
  limits: { ...limits, brakes: each(brakes, ({ perMinute, perDay }) => ({ perMinute, perDay })) },
  retention: {
    runsDays: runs || null,
    tracesDays: traces || null,
    sessionsDays: sessions || null,
    auditDays: audit || null,
  },
  servers: { commandsNeedAdmin: false },
});

/** Absent keeps, null goes back to the installation's value, a value replaces. */
export const changedSettings = (own: OwnSettings, patch: UpdateOrganizationSettings): OwnSettings => merged(own, patch);

/** The effective settings. */
export const settingsInForce = (
  own: OwnSettings,
  installation: EffectiveSettings,
  ceilings: LimitValues,
): EffectiveSettings => merged(installation, lowered(own, ceilings));

/** The effective settings, each marked as the installation's or the organization's own. */
export const shownSettings = (
  own: OwnSettings,
  installation: EffectiveSettings,
  ceilings: LimitValues,
): OrganizationSettings => shown(lowered(own, ceilings), installation) as OrganizationSettings;

/** The organization's limits, bounded by the operator's ceilings. */
export const boundedLimits = <L extends Limits>(limits: L, ceilings: LimitValues): L => ({
  ...limits,
  ...Object.fromEntries(limitsAbove(limits, ceilings).map((name) => [name, ceilings[name]])),
});

/** The fault of the first limit that is above the operator's ceiling. */
export function ceilingFault({ limits = {} }: UpdateOrganizationSettings, ceilings: LimitValues): Fault | undefined {
  const [above] = limitsAbove(limits, ceilings);
  return (
    above && {
      path: `/limits/${above}`,
      message: `must not be above ${ceilings[above]}, the most that the operator allows`,
    }
  );
}

/** The fault of the first feature that would be switched on and that no operation belongs to. */
export function featureFault({ features: wanted = {} }: UpdateOrganizationSettings): Fault | undefined {
  const missing = (Object.keys(wanted) as Feature[]).find(
    (feature) => wanted[feature] === true && !offeredFeatures.includes(feature),
  );
  return (
    missing && { path: `/features/${missing}`, message: 'cannot be switched on: this version has no operation for it' }
  );
}

type Limits = { [K in keyof LimitValues]?: number | null | undefined };

const limitsAbove = (limits: Limits, ceilings: LimitValues): (keyof LimitValues)[] =>
  (Object.keys(ceilings) as (keyof LimitValues)[]).filter((name) => (limits[name] ?? 0) > ceilings[name]);

const lowered = ({ limits, ...own }: OwnSettings, ceilings: LimitValues): OwnSettings => ({
  ...own,
  limits: boundedLimits(limits, ceilings),
});

/** A JSON merge patch (RFC 7396). */
function merged<T extends object>(into: T, patch: object): T {
  const result = { ...into } as Record<string, unknown>;
  for (const [name, value] of Object.entries(patch)) {
    const before = result[name];
    if (value === null) delete result[name];
    else result[name] = isObject(value) ? merged(isObject(before) ? before : {}, value) : value;
  }
  return result as T;
}

const shown = (own: object, installation: object): object =>
  each(installation as Record<string, unknown>, (fallback, name) => {
    const value = (own as Record<string, unknown>)[name];
    if (isObject(fallback)) return shown(isObject(value) ? value : {}, fallback);
    return { value: value ?? fallback, isDefault: value === undefined };
  });

const each = <K extends string, V, W>(record: Record<K, V>, change: (value: V, name: string) => W) =>
  Object.fromEntries(Object.entries<V>(record).map(([name, value]) => [name, change(value, name)])) as Record<K, W>;

/** The features that are on: every one, unless the settings of the organization switch it off. */
export const switchedOn = (switched: Partial<Record<Feature, boolean>> | null): Feature[] =>
  (Object.keys(features) as Feature[]).filter((feature) => switched?.[feature] !== false);
