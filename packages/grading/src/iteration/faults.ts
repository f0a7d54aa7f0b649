import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import type { EvalTestStep } from '@assay/contract/areas/cases/step';
import type { FailureWords } from '@assay/contract/areas/iterations/failure-words';
import type { Transcript, TranscriptToolCall } from '@assay/contract/areas/transcripts/documents';
import { ComputeBudgetError, type ComputeBudget } from '../compute-budget.ts';
import { matchTurns, type TurnMatch } from './expected-calls.ts';
import { listFirst, quoteValue } from '../quote.ts';
import { assertionRoleOf } from '../assertions/score.ts';
import { lackedBrowser, stepRecordOf, wasReached } from './step-records.ts';
import { errorTextOf, hasCallFailed, hasToolFailed, isMalformedCall } from '../assertions/tool-result.ts';
import { argumentsPlace } from '../evidence/places.ts';
import { failedCallWords } from '../assertions/response.ts';
import { calledInWords } from '../assertions/row.ts';
import { failedVerdict, type ToldFailure } from '../assertions/verdict.ts';
import { wasChosen, withoutMalformedCalls, withoutWidgetCalls } from '../assertions/widget-calls.ts';

/** A failure of an iteration beside its assertions. */
export interface IterationFault extends FailureWords {
  kind: 'iterationError' | 'stepNotDone' | 'toolError' | 'malformedCall' | 'negativeCase' | 'toolCallMatch';
  /** For people, at most 600 characters, without secrets. */
  reason: string;
  /** The cause lies in this installation, so the failure says nothing about the server. */
  evaluatorError?: true;
}

const fault = (kind: IterationFault['kind'], reason: string, told?: ToldFailure): IterationFault => {
  const { status: _, ...words } = failedVerdict(reason, told);
  return { kind, ...words };
};
const evaluatorFault = (kind: IterationFault['kind'], reason: string): IterationFault => ({
  ...fault(kind, reason),
  evaluatorError: true,
});

/** All failures beside assertions: the iteration broke off, a tool failed, or the calls are not the expected ones. */
export function iterationFaultsOf(frozen: FrozenCase, transcript: Transcript, budget: ComputeBudget): IterationFault[] {
  const { steps, failOnToolError, isNegative } = frozen;
  const chosen = withoutMalformedCalls(withoutWidgetCalls(transcript));
  return [
    ...(transcript.error ? [brokenOff(transcript.error)] : []),
    ...steps.flatMap((step) => notDone(step, transcript)),
    ...notReached(steps, transcript),
    ...(failOnToolError ? [...toolErrors(transcript), ...malformedCalls(transcript)] : []),
    ...(isNegative ? unwantedCalls(chosen) : mismatches(frozen, chosen, budget)),
  ];
}

function brokenOff({ code, message }: NonNullable<Transcript['error']>): IterationFault {
  const reason = `${code}: ${message}`;
  return fault('iterationError', reason, { expected: 'a trial that runs to its end', came: reason });
}

/** Steps that failed, or that lack a browser. A step whose call failed is reported, or tolerated, as a tool error. */
function notDone(step: EvalTestStep, transcript: Transcript): IterationFault[] {
  const record = stepRecordOf(step, transcript);
  const because = record?.reason ? `: ${record.reason}` : '.';
  if (lackedBrowser(step, transcript))
    return [evaluatorFault('stepNotDone', `Step ${quoteValue(step.id)} was left out${because}`)];
  if (step.kind === 'assert' || record?.status !== 'fail') return [];
  if (transcript.toolCalls.some((call) => call.stepId === step.id && wasChosen(call) && hasCallFailed(call))) return [];
  const told = { expected: `step ${quoteValue(step.id)} done`, came: record.reason ?? 'a step that failed' };
  return [fault('stepNotDone', `Step ${quoteValue(step.id)} failed${because}`, told)];
}

function notReached(steps: EvalTestStep[], transcript: Transcript): IterationFault[] {
  const missed = steps.filter(
    (step) =>
      !wasReached(step, transcript) &&
      !lackedBrowser(step, transcript) &&
      !(step.kind === 'assert' && assertionRoleOf(step.assertion) === 'advisory'),
  );
  return missed.length > 0
    ? [
        fault('stepNotDone', `The trial ended before ${listFirst(missed, ({ id }) => quoteValue(id))}.`, {
          expected: `step ${quoteValue(missed[0]!.id)} done`,
          came: 'the end of the trial before it',
        }),
      ]
    : [];
}

function toolErrors({ toolCalls }: Transcript): IterationFault[] {
  const errors = toolCalls.filter(hasToolFailed);
  return errors.length > 0
    ? [
        fault(
          'toolError',
          `${errors.length} tool calls failed: ${listFirst(errors, (call) => `${call.toolName}: ${quoteValue(errorTextOf(call))}`)}.`,
          failedCallWords(errors[0]!),
        ),
      ]
    : [];
}

/** The model's own failures: no tool has seen these calls. */
function malformedCalls({ toolCalls }: Transcript): IterationFault[] {
  const malformed = toolCalls.filter(isMalformedCall);
  return malformed.length > 0
    ? [
        fault(
          'malformedCall',
          `The model wrote ${malformed.length} tool calls whose arguments are not a JSON object: ${listFirst(malformed, (call) => quoteValue(errorTextOf(call)))}.`,
          malformedCallWords(malformed[0]!),
        ),
      ]
    : [];
}

/** The words of a call whose arguments are not a JSON object. */
export const malformedCallWords = (call: TranscriptToolCall): ToldFailure => ({
  expected: `arguments of ${call.toolName} that are a JSON object`,
  came: quoteValue(errorTextOf(call)),
  place: argumentsPlace(call),
});

const unwantedCalls = ({ toolCalls }: Transcript): IterationFault[] =>
  toolCalls.length > 0
    ? [
        fault(
          'negativeCase',
          `No tool call was expected; ${toolCalls.length} calls were made: ${listFirst(toolCalls, ({ toolName }) => toolName)}.`,
          { expected: 'no tool call', came: calledInWords(toolCalls), place: argumentsPlace(toolCalls[0]!) },
        ),
      ]
    : [];

function mismatches(frozen: FrozenCase, transcript: Transcript, budget: ComputeBudget): IterationFault[] {
  try {
    return matchTurns(frozen, transcript, budget)
      .filter(({ passed }) => !passed)
      .map(mismatchFault);
  } catch (error) {
    if (error instanceof ComputeBudgetError)
      return [evaluatorFault('toolCallMatch', `The calls were not compared with the expected ones: ${error.message}.`)];
    throw error;
  }
}

function mismatchFault(match: TurnMatch): IterationFault {
  const { promptIndex, missing, mismatches: others, extra } = match;
  const differs = differencesOf(match);
  const call = others[0]?.actual ?? extra[0];
  const wanted = [...others.map(({ expected }) => expected), ...missing];
  return fault('toolCallMatch', `The calls of turn ${promptIndex + 1} are not the expected ones: ${differs}.`, {
    expected:
      wanted.length === 0
        ? 'no further call'
        : listFirst(wanted, ({ toolName, arguments: args }) => `${toolName} ${quoteValue(args)}`),
    came: differs,
    ...(call && { place: argumentsPlace(call) }),
  });
}

function differencesOf({ missing, extra, mismatches: others }: TurnMatch): string {
  const parts = [
    missing.length > 0 &&
      `missing ${listFirst(missing, ({ toolName, arguments: args }) => `${toolName} ${quoteValue(args)}`)}`,
    others.length > 0 &&
      `other arguments for ${listFirst(others, ({ actual }) => `${actual.toolName} ${quoteValue(actual.arguments)}`)}`,
    extra.length > 0 && `unexpected ${listFirst(extra, ({ toolName }) => toolName)}`,
  ].filter((part) => part !== false);
  return parts.join('; ');
}
