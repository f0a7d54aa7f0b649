import type { CatalogueAnswer } from '@assay/contract/areas/catalogue-labs/work';
import { given } from '@assay/contract/given';
import { argumentsMatch } from '@assay/grading/matching/match-arguments';
import type { LabTally, StoredTask } from './lab.ts';

/** At most this many calls of a trial are kept. */
const MAX_CALLS = 20;
const MAX_NAME = 200;
const MAX_ERROR = 400;
/** At most this long are kept arguments, in characters of JSON. */
const MAX_ARGUMENTS = 8_000;

/** An answer as it is kept: what a model says may be of any length. */
export const boundedAnswer = ({ position, calls, usage, error }: CatalogueAnswer): CatalogueAnswer => ({
  position,
  calls: calls.slice(0, MAX_CALLS).map(({ toolName, isOffered, arguments: args }) => ({
    toolName: toolName.slice(0, MAX_NAME).toWellFormed(),
    isOffered,
    ...(args && JSON.stringify(args).length <= MAX_ARGUMENTS && { arguments: args }),
  })),
  ...given({ usage }),
  ...(error && { error: { code: error.code, message: error.message.slice(0, MAX_ERROR).toWellFormed() } }),
});

/** The graded answer of the model in one trial. */
export interface TrialResult {
  outcome: 'right' | 'several' | 'wrong' | 'none' | 'failed';
  calls: {
    /** The place of the called tool; absent for a tool that was not offered. */
    tool?: number | undefined;
    name: string;
    arguments?: Record<string, unknown> | undefined;
  }[];
  /** Whether a right call has the arguments of the task; absent when the task says none, or the call is not right. */
  argumentsRight?: boolean | undefined;
  usage?: CatalogueAnswer['usage'];
}

/**
 * Grades one answer. The choice is right when the model calls the expected tool and no other one; calling it twice is no
 * error. Tools are never executed, so only the first answer of the model counts. `places` are the places of the tools by
 * the names under which the trial offered them.
 */
export function gradedAnswer(
  { calls, usage, error }: CatalogueAnswer,
  { arguments: wanted }: Pick<StoredTask, 'arguments'>,
  places: ReadonlyMap<string, number>,
  expected: number,
): TrialResult {
  if (error) return { outcome: 'failed', calls: [], usage };
  const made = calls.map(({ toolName, isOffered, arguments: args }) => ({
    name: toolName,
    tool: isOffered ? places.get(toolName) : undefined,
    arguments: args,
  }));
  const right = made.filter(({ tool }) => tool === expected);
  const outcome = outcomeOf(made.length, right.length);
  const argumentsRight =
    outcome === 'right' && wanted
      ? right.some(({ arguments: args }) => argumentsMatch(wanted, args ?? {}, 'partial'))
      : undefined;
  return { outcome, calls: made, argumentsRight, usage };
}

function outcomeOf(calls: number, right: number): TrialResult['outcome'] {
  if (calls === 0) return 'none';
  if (right === 0) return 'wrong';
  return right === calls ? 'right' : 'several';
}

/** The counts with further answers. */
export function tallied(tally: LabTally, answers: readonly CatalogueAnswer[]): LabTally {
  const next = { ...tally };
  for (const { error, usage } of answers) {
    next.done++;
    if (error) next.failed++;
    next.inputTokens += usage?.inputTokens ?? 0;
    next.outputTokens += usage?.outputTokens ?? 0;
    next.costMicros += usage?.costMicros ?? 0;
    if (usage?.costMicros === undefined) next.unpriced++;
  }
  return next;
}
