import type { ConformanceArea } from '@assay/contract/areas/conformance/check';
import { APP_SCENARIOS } from './app-scenarios.ts';
import { HEADER_SCENARIOS } from './header-scenarios.ts';
import { HTTP_SCENARIOS } from './http-scenarios.ts';
import { LIFECYCLE_SCENARIOS } from './lifecycle-scenarios.ts';
import { LIST_SCENARIOS } from './list-scenarios.ts';
import { MESSAGE_SCENARIOS } from './message-scenarios.ts';
import { PRIMITIVE_SCENARIOS } from './primitive-scenarios.ts';
import type { ProtocolScenario } from './protocol-scenario.ts';
import { SESSION_SCENARIOS } from './session-scenarios.ts';
import { SUBSCRIPTION_SCENARIOS } from './subscription-scenarios.ts';
import { TASK_SCENARIOS } from './task-scenarios.ts';

/** The scenarios of our own, which need nothing of a server but what it declares. */
export const OWN_SCENARIOS: (ProtocolScenario & { area: ConformanceArea })[] = (
  [
    ['lifecycle', LIFECYCLE_SCENARIOS],
    ['messages', MESSAGE_SCENARIOS],
    ['items', LIST_SCENARIOS],
    ['items', PRIMITIVE_SCENARIOS],
    ['http', HTTP_SCENARIOS],
    ['http', HEADER_SCENARIOS],
    ['sessions', SESSION_SCENARIOS],
    ['subscriptions', SUBSCRIPTION_SCENARIOS],
    ['tasks', TASK_SCENARIOS],
    ['apps', APP_SCENARIOS],
  ] as const
).flatMap(([area, scenarios]) => scenarios.map((scenario) => ({ area, ...scenario })));
