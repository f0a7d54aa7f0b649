import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import type { StepAssertion } from '@assay/contract/areas/cases/step';
import { given } from '@assay/contract/given';
import { assertionRoleOf } from '@assay/grading/assertions/score';
import { MAX_TASKS, type LabSpec, type StoredTask } from './lab.ts';

export type LeftOutCases = LabSpec['tasks']['leftOut'];
export const NOTHING_LEFT_OUT: LeftOutCases = {
  noPrompt: 0,
  noExpectedTool: 0,
  severalTools: 0,
  unknownTool: 0,
  tooMany: 0,
};

/** At most this long are expected arguments, in characters of JSON; longer ones are not compared. */
export const MAX_ARGUMENTS = 4_000;

type TaskCase = Pick<FrozenCase, 'steps'> & { id?: string };

/**
 * The tasks of cases: the first prompt of each whose next assert steps expect calls of one tool. Later prompts depend on
 * the answers to earlier ones, and are no task. Only gating assertions say what is expected.
 */
export function tasksOfCases(
  cases: readonly TaskCase[],
  toolNames: ReadonlySet<string>,
): { tasks: StoredTask[]; leftOut: LeftOutCases } {
  const tasks: StoredTask[] = [];
  const leftOut = { ...NOTHING_LEFT_OUT };
  for (const each of cases) {
    const task = taskOf(each, toolNames);
    if (typeof task === 'string') leftOut[task]++;
    else if (tasks.length === MAX_TASKS) leftOut.tooMany++;
    else tasks.push(task);
  }
  return { tasks, leftOut };
}

function taskOf({ id, steps }: TaskCase, toolNames: ReadonlySet<string>): StoredTask | keyof LeftOutCases {
  const [first, ...rest] = steps;
  if (first?.kind !== 'prompt') return 'noPrompt';
  const end = rest.findIndex(({ kind }) => kind !== 'assert');
  const expected = rest
    .slice(0, end === -1 ? rest.length : end)
    .flatMap((step) => (step.kind === 'assert' ? expectationsIn(step.assertion) : []));
  const [tool, another] = new Set(expected.map(({ toolName }) => toolName));
  if (tool === undefined) return 'noExpectedTool';
  if (another !== undefined) return 'severalTools';
  if (!toolNames.has(tool)) return 'unknownTool';
  const args = expected.find((each) => each.arguments)?.arguments;
  return {
    ...given({ taskId: id }),
    prompt: first.prompt,
    expectedTool: tool,
    ...given({ arguments: args }),
  };
}

/** The call that an assertion expects; none for an assertion of another type. */
function expectationsIn(assertion: StepAssertion): Pick<StoredTask & { toolName: string }, 'toolName' | 'arguments'>[] {
  if ('kind' in assertion || assertionRoleOf(assertion) !== 'gating') return [];
  if (assertion.type === 'toolCalledAtLeastOnce' || assertion.type === 'firstToolWas')
    return [{ toolName: assertion.toolName }];
  if (assertion.type !== 'toolCalledWith') return [];
  const { args, argumentMatching } = assertion.args;
  const says =
    argumentMatching !== 'ignore' && Object.keys(args).length > 0 && JSON.stringify(args).length <= MAX_ARGUMENTS;
  return [{ toolName: assertion.toolName, ...(says && { arguments: args }) }];
}
