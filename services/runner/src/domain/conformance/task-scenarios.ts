import {
  breaksMust,
  resultOf,
  shownReply,
  wantsError,
  type ProtocolScenario,
  type ScenarioFacts,
} from './protocol-scenario.ts';
import { rpcRequest } from './scenario-requests.ts';
import { isObject } from '@assay/contract/json';

const NO_SUCH_TASK = 'assay-no-such-task';

/** The reason why a rule about tasks says nothing about the server; `part` is an operation that is declared apart. */
const lacksTasks =
  (part?: 'list' | 'cancel') =>
  ({ surface }: ScenarioFacts): string | undefined => {
    const tasks = surface?.capabilities['tasks'];
    if (!isObject(tasks)) return 'The server does not declare tasks.';
    return part === undefined || part in tasks ? undefined : `The server does not declare tasks.${part}.`;
  };
const common = {
  suite: 'tasks',
  since: '2025-11-25',
  until: '2025-11-25',
  section: 'basic/utilities/tasks#protocol-errors',
} as const;

/** Tasks, which only revision 2025-11-25 has. */
export const TASK_SCENARIOS: ProtocolScenario[] = [
  {
    ...common,
    id: 'assay/tasks-list',
    title: 'tasks/list is served where it is declared.',
    section: 'basic/utilities/tasks#listing-tasks',
    lacks: lacksTasks('list'),
    *play(facts) {
      const reply = yield rpcRequest(facts, 'tasks/list');
      return Array.isArray(resultOf(reply)?.['tasks'])
        ? undefined
        : breaksMust(`tasks/list is declared, and was answered with ${shownReply(reply)}.`);
    },
  },
  ...(['get', 'result', 'cancel'] as const).map((operation): ProtocolScenario => ({
    ...common,
    id: `assay/tasks-${operation}-unknown`,
    title: `tasks/${operation} of an unknown task is refused with -32602.`,
    lacks: lacksTasks(operation === 'cancel' ? operation : undefined),
    *play(facts) {
      const reply = yield rpcRequest(facts, `tasks/${operation}`, { taskId: NO_SUCH_TASK });
      return wantsError(reply, [-32_602], breaksMust, `tasks/${operation} of an unknown task`);
    },
  })),
];
