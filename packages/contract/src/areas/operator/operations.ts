import { NoInput, NoQuery } from '../../none.ts';
import { EACH_SERVICE, operation } from '../../operation.ts';
import {
  DeadLetter,
  DeadLetterDropped,
  DeadLetterList,
  DeadLettersReplayed,
  HeldBudgetList,
  HeldBudgetReleased,
  ListOperatorActs,
  OperatorActPage,
  ReplayDeadLetters,
  ServiceHealth,
  ServiceReport,
  StuckWorkChanged,
  StuckWorkList,
} from './documents.ts';

const operating = { tag: 'Operator', access: 'operator' } as const;

export const getServiceHealth = operation({
  ...operating,
  service: EACH_SERVICE,
  method: 'GET',
  path: '/operator/services/{service}/health',
  summary: 'Read how a service and what it needs are.',
  description:
    'Needs the key of the operator, as all operations of this area do. `service` is `gateway` or one of the services; one process of it answers for itself.',
  input: NoQuery,
  status: 200,
  reply: ServiceHealth,
  timeoutMs: 10_000,
});

export const getServiceReport = operation({
  ...operating,
  service: EACH_SERVICE,
  method: 'GET',
  path: '/operator/services/{service}/report',
  summary: 'Read the settings, sizes and latest failures of a service, without secrets.',
  description: 'Settings are named; only numbers and switches have their value.',
  input: NoQuery,
  status: 200,
  reply: ServiceReport,
});

export const listStuckWork = operation({
  ...operating,
  service: EACH_SERVICE,
  method: 'GET',
  path: '/operator/services/{service}/stuck-work',
  summary: 'List the work items of a service whose leases expired, or that no runner takes.',
  description: 'An item that has waited for five minutes counts as stuck.',
  input: NoQuery,
  status: 200,
  reply: StuckWorkList,
});

export const retryStuckWork = operation({
  ...operating,
  service: EACH_SERVICE,
  method: 'POST',
  path: '/operator/services/{service}/stuck-work/{workId}/retry',
  summary: 'Give a stuck work item all of its attempts again.',
  input: NoInput,
  bodyOptional: true,
  status: 200,
  reply: StuckWorkChanged,
});

export const giveUpStuckWork = operation({
  ...operating,
  service: EACH_SERVICE,
  method: 'POST',
  path: '/operator/services/{service}/stuck-work/{workId}/give-up',
  summary: 'End a stuck work item with the error GIVEN_UP.',
  input: NoInput,
  bodyOptional: true,
  status: 200,
  reply: StuckWorkChanged,
});

export const listDeadLetters = operation({
  ...operating,
  service: 'catalog',
  method: 'GET',
  path: '/operator/dead-letters',
  summary: 'List the events that a service could not handle.',
  description:
    'Where Kafka carries the events, they are records of `<topic>.dlq`. CONFLICT when there are more than 10,000, or when Kafka refuses.',
  also: [409],
  input: NoQuery,
  status: 200,
  reply: DeadLetterList,
});

export const getDeadLetter = operation({
  ...operating,
  service: 'catalog',
  method: 'GET',
  path: '/operator/dead-letters/{eventId}',
  summary: 'Read why an event was given up.',
  also: [409],
  input: NoQuery,
  status: 200,
  reply: DeadLetter,
});

export const replayDeadLetters = operation({
  ...operating,
  service: 'catalog',
  method: 'POST',
  path: '/operator/dead-letters/replay',
  summary: 'Publish dead letters again on their topics.',
  description: 'Services that handled an event have its receipt and skip it.',
  input: ReplayDeadLetters,
  bodyOptional: true,
  status: 200,
  reply: DeadLettersReplayed,
});

export const dropDeadLetter = operation({
  ...operating,
  service: 'catalog',
  method: 'DELETE',
  path: '/operator/dead-letters/{eventId}',
  summary: 'Delete a dead letter for good: its event stays without effect.',
  input: NoInput,
  bodyOptional: true,
  status: 200,
  reply: DeadLetterDropped,
});

export const listHeldBudgets = operation({
  ...operating,
  service: 'catalog',
  method: 'GET',
  path: '/operator/held-budgets',
  summary: 'List the budgets of which calls under way hold an amount.',
  input: NoQuery,
  status: 200,
  reply: HeldBudgetList,
});

export const releaseHeldBudget = operation({
  ...operating,
  service: 'catalog',
  method: 'POST',
  path: '/operator/held-budgets/{budgetId}/release',
  summary: 'Release the amount that calls under way hold of a budget.',
  description: 'As `releaseBudget` does for an administrator of the organization; both logs have an entry of it.',
  input: NoInput,
  bodyOptional: true,
  status: 200,
  reply: HeldBudgetReleased,
});

export const listOperatorActs = operation({
  ...operating,
  service: 'catalog',
  method: 'GET',
  path: '/operator/acts',
  summary: 'List what the operator changed, newest first.',
  input: ListOperatorActs,
  status: 200,
  reply: OperatorActPage,
});
