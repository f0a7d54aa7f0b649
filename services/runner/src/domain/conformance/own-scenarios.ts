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
export const OWN_SCENARIOS: ProtocolScenario[] = [
  ...LIFECYCLE_SCENARIOS,
  ...MESSAGE_SCENARIOS,
  ...LIST_SCENARIOS,
  ...PRIMITIVE_SCENARIOS,
  ...HTTP_SCENARIOS,
  ...HEADER_SCENARIOS,
  ...SESSION_SCENARIOS,
  ...SUBSCRIPTION_SCENARIOS,
  ...TASK_SCENARIOS,
  ...APP_SCENARIOS,
];
