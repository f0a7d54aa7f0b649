import type { Static, TNull, TOptional, TProperties, TSchema, TUnion } from 'typebox';
import { Type } from '../../type.ts';
import { features, type Feature } from '../../access.ts';
import { brakes, type Brake, type BrakeLimits } from '../../brakes.ts';
import { closed, EpochMs, nullable, open } from '../../schema.ts';

/** A setting of an organization may raise a brake to at most this multiple of the installation's default. */
const BRAKE_FACTOR = 100;

const upTo = (maximum: number, description: string) => Type.Integer({ minimum: 1, maximum, description });
/**
 * The shortest retention of the audit log, in days: an attacker who took over an organization must not be able to erase
 * their traces at once.
 */
const LEAST_AUDIT_DAYS = 30;
const days = (what: string, minimum = 1) =>
  Type.Integer({
    minimum,
    maximum: 3_650,
    description: `Days after which ${what} are deleted. If not set, the installation decides, which may keep them for ever.`,
  });

const switches = Object.fromEntries(
  Object.entries(features).map(([name, title]) => [
    name,
    Type.Boolean({
      description: `${title}: while it is off its reads find nothing and its writes are refused. It cannot be switched on where no operation of this version belongs to it.`,
    }),
  ]),
) as Record<Feature, ReturnType<typeof Type.Boolean>>;
const limits = {
  requestsPerMinute: upTo(
    100_000,
    'What one API key may ask for in a minute, minute after minute. The operator may have set a lower maximum.',
  ),
  requestBurst: upTo(10_000, 'What one API key may ask for at once. The operator may have set a lower maximum.'),
  concurrentRuns: upTo(1_000, 'Eval runs under way. The operator may have set a lower maximum.'),
  runMinutes: upTo(
    10_080,
    'How long a run may take from its first trial, in minutes; then it times out. A run keeps the limit of its launch. The operator may have set a lower maximum.',
  ),
  queueMinutes: upTo(
    43_200,
    'How long a run may wait for its first runner, in minutes; then it times out. A run keeps the limit of its launch. The operator may have set a lower maximum.',
  ),
  repetitions: upTo(
    100,
    'Trials of one case with one model in a run; a launch with more is refused. The operator may have set a lower maximum.',
  ),
};
const ofBrake = ({ perMinute, perDay, of }: BrakeLimits) => ({
  perMinute: upTo(BRAKE_FACTOR * perMinute, `In a minute: ${of}.`),
  perDay: upTo(BRAKE_FACTOR * perDay, `In a day of UTC: ${of}.`),
});
const perBrake = <S extends TSchema>(schemaOf: (fields: ReturnType<typeof ofBrake>) => S) =>
  Object.fromEntries(Object.entries(brakes).map(([name, each]) => [name, schemaOf(ofBrake(each))])) as Record<Brake, S>;
const retention = {
  runsDays: days('eval runs and journey runs'),
  tracesDays: days('traces of runs and chat sessions, and transcripts of journey runs'),
  sessionsDays: days('sessions'),
  auditDays: days('entries of the audit log', LEAST_AUDIT_DAYS),
};

const servers = {
  commandsNeedAdmin: Type.Boolean({
    description:
      'Only admins and owners of the organization save servers that are commands, or change a command, its arguments or its environment: others get FORBIDDEN with the reason COMMANDS_NEED_ADMIN. Commands that are saved already can be used, renamed and deleted as before.',
  }),
};

const mapped = (fields: TProperties, change: (field: TSchema) => TSchema) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, change(field)]));
const part = <P extends TProperties>(fields: P) => Type.Optional(closed(fields));
/** Null restores the installation's own value. */
const resettable = <P extends TProperties>(fields: P) =>
  mapped(fields, (field) => Type.Optional(nullable(field))) as { [K in keyof P]: TOptional<TUnion<[P[K], TNull]>> };

export type UpdateOrganizationSettings = Static<typeof UpdateOrganizationSettings>;
export const UpdateOrganizationSettings = closed(
  {
    features: part(resettable(switches)),
    limits: part({ ...resettable(limits), brakes: part(perBrake((fields) => part(resettable(fields)))) }),
    retention: part(resettable(retention)),
    servers: part(resettable(servers)),
  },
  { $id: 'OrganizationSettingsRequest', minProperties: 1 },
);

const isDefault = Type.Boolean({ description: "Whether that is the installation's own value." });
const shown = <P extends TProperties, V extends TSchema>(fields: P, value: V) =>
  mapped(fields, ({ description }: { description?: string }) =>
    open({ value, isDefault }, { description }),
  ) as unknown as { [K in keyof P]: ReturnType<typeof open<{ value: V; isDefault: typeof isDefault }>> };

export type OrganizationSettings = Static<typeof OrganizationSettings>;
export const OrganizationSettings = open(
  {
    features: open(shown(switches, Type.Boolean())),
    limits: open(
      {
        ...shown(limits, Type.Integer()),
        brakes: open(perBrake((fields) => open(shown(fields, Type.Integer())))),
      },
      {
        description:
          'The limits of requests and the brakes are switched off where `requestsPerMinute` of the installation is 0.',
      },
    ),
    retention: open(shown(retention, nullable(Type.Integer()))),
    servers: open(shown(servers, Type.Boolean())),
    updatedAt: Type.Optional(EpochMs('Absent while nothing was ever set.')),
  },
  { $id: 'OrganizationSettings' },
);
