import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { closed, EpochMs, Id, oneOf, open, page, pageQuery } from '../../schema.ts';

const count = (description: string) => Type.Integer({ minimum: 0, description });

export type HealthPart = Static<typeof HealthPart>;
export const HealthPart = open(
  {
    part: Type.String({ description: 'What was looked at: `postgres`, `outbox`, `bus`, `work`, `runners`, `blobs` …' }),
    state: oneOf(['ok', 'warning', 'failed']),
    sentence: Type.String({ description: 'What is so, and the cause where it is known.' }),
    next: Type.Optional(Type.String({ description: 'What to do; absent where all is well.' })),
  },
  { $id: 'HealthPart' },
);

export type ServiceHealth = Static<typeof ServiceHealth>;
export const ServiceHealth = open(
  {
    service: Type.String(),
    version: Type.String(),
    node: Type.String({ description: 'The version of Node.js.' }),
    startedAt: EpochMs('When the process that answered was started, in milliseconds since the epoch.'),
    parts: Type.Array(HealthPart),
  },
  { $id: 'ServiceHealth' },
);

export type ServiceSetting = Static<typeof ServiceSetting>;
export const ServiceSetting = open({
  name: Type.String(),
  source: oneOf(['default', 'environment', 'file'], { description: 'Where its value comes from.' }),
  value: Type.Optional(Type.String({ description: 'Of numbers and switches alone; every other value is left out.' })),
});

export type ServiceFailure = Static<typeof ServiceFailure>;
export const ServiceFailure = open({
  at: EpochMs(),
  level: oneOf(['warn', 'error', 'fatal']),
  message: Type.String(),
  error: Type.Optional(Type.String({ description: 'Name, code and message of the error.' })),
});

export type ServiceReport = Static<typeof ServiceReport>;
export const ServiceReport = open(
  {
    service: Type.String(),
    settings: Type.Array(ServiceSetting, { description: 'The settings that the process read, by name.' }),
    tables: Type.Array(
      open({
        name: Type.String(),
        rows: count('Live rows, as Postgres estimates them.'),
        bytes: count('With indexes.'),
      }),
      { description: 'The largest tables of the schema.' },
    ),
    failures: Type.Array(ServiceFailure, { description: 'The latest warnings and errors of the process, masked.' }),
  },
  { $id: 'ServiceReport' },
);

export type StuckWork = Static<typeof StuckWork>;
export const StuckWork = open(
  {
    id: Id,
    kind: Type.String(),
    service: Type.String(),
    organizationId: Type.Optional(Id),
    projectId: Id,
    group: Type.Optional(Type.String({ description: 'The run, lab, judgement or journey run that it belongs to.' })),
    createdAt: EpochMs(),
    attempts: count('How often it was handed to a runner and not given back.'),
    runnerId: Type.Optional(Type.String({ description: 'The runner that has, or had, it.' })),
    labels: Type.Array(Type.String(), { description: 'The labels that its runner needs.' }),
    reason: oneOf(['lease_expired', 'no_runner', 'labels_missing', 'runners_busy'], {
      description:
        '`lease_expired`: runners went silent while they had it. `no_runner`: no runner takes its kind. ' +
        '`labels_missing`: no runner has all of its labels. `runners_busy`: runners could take it and have other work.',
    }),
    missingLabels: Type.Optional(
      Type.Array(Type.String(), { description: 'The labels that the runner with the most of them does not have.' }),
    ),
  },
  { $id: 'StuckWork' },
);
export const StuckWorkList = open(
  {
    items: Type.Array(StuckWork, { description: 'The oldest first, at most 200.' }),
  },
  { $id: 'StuckWorkList' },
);
export const StuckWorkChanged = open(
  { id: Id, service: Type.String(), done: oneOf(['retried', 'given_up']) },
  { $id: 'StuckWorkChanged' },
);

export type DeadLetter = Static<typeof DeadLetter>;
export const DeadLetter = open(
  {
    eventId: Type.String(),
    type: Type.String({ description: 'The type of the event.' }),
    topic: Type.String(),
    group: Type.String({ description: 'The service that gave it up.' }),
    error: Type.String({ description: 'The error of the last try.' }),
    givenUpAt: EpochMs(),
  },
  { $id: 'DeadLetter' },
);
export const DeadLetterList = open(
  { items: Type.Array(DeadLetter, { description: 'The oldest first, at most 1,000.' }) },
  { $id: 'DeadLetterList' },
);
export const ReplayDeadLetters = closed(
  { eventId: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'All where it is absent.' })) },
  { $id: 'ReplayDeadLetters' },
);
export const DeadLettersReplayed = open(
  { replayed: count('Dead letters whose events were published again; at most 1,000 at a time.') },
  { $id: 'DeadLettersReplayed' },
);
export const DeadLetterDropped = open(
  { eventId: Type.String(), dropped: count('Several services may have given up one event.') },
  { $id: 'DeadLetterDropped' },
);

export type HeldBudget = Static<typeof HeldBudget>;
export const HeldBudget = open(
  {
    budgetId: Id,
    organizationId: Id,
    scope: open({ kind: Type.String(), id: Id }),
    unit: oneOf(['usd', 'tokens']),
    limit: Type.Number(),
    spent: Type.Number(),
    reserved: Type.Number({ description: 'Held for calls under way. A run that meets it waits.' }),
    calls: count('The calls under way that hold it.'),
    oldestCallAt: Type.Optional(EpochMs('When the oldest of them was reserved.')),
  },
  { $id: 'HeldBudget' },
);
export const HeldBudgetList = open(
  { items: Type.Array(HeldBudget, { description: 'The longest held first, at most 200.' }) },
  { $id: 'HeldBudgetList' },
);
export const HeldBudgetReleased = open(
  { budgetId: Id, organizationId: Id, reserved: Type.Number({ description: 'What is still held.' }) },
  { $id: 'HeldBudgetReleased' },
);

export const ListOperatorActs = pageQuery('ListOperatorActs', 50, 200);
export type OperatorAct = Static<typeof OperatorAct>;
export const OperatorAct = open(
  {
    id: Id,
    at: EpochMs(),
    operation: Type.String({ description: 'The operationId.' }),
    keyId: Type.Optional(Type.String({ description: "Tells the operator's keys apart." })),
    target: Type.Unsafe<Record<string, string>>({ type: 'object', additionalProperties: { type: 'string' } }),
    outcome: oneOf(['done', 'refused', 'started', 'failed']),
    requestId: Type.String(),
  },
  { $id: 'OperatorAct' },
);
export const OperatorActPage = page(OperatorAct, 'OperatorActPage');
