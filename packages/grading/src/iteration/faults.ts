import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import type { EvalTestStep } from '@assay/contract/areas/cases/step';
import type { Transcript } from '@assay/contract/areas/transcripts/documents';
import { BudgetError, type Budget } from '../budget.ts';
import { matchTurns, type TurnMatch } from './expected-calls.ts';
import { listed, quote } from '../quote.ts';
import { roleOf } from '../assertions/score.ts';
import { lackedBrowser, recordOf, wasReached } from './step-records.ts';
import { errorTextOf, hasFailed } from '../assertions/tool-result.ts';
import { failed } from '../assertions/verdict.ts';

/** Why a trial failed, beside the assertions somebody wrote. */
export interface Fault {
  kind: 'iterationError' | 'stepNotDone' | 'toolError' | 'negativeCase' | 'toolCallMatch';
  /** For people, at most 600 characters, without secrets. */
  reason: string;
  /** It lies with this installation, so nothing is said about the server. */
  evaluatorError?: true;
}

const fault = (kind: Fault['kind'], reason: string): Fault => ({ kind, reason: failed(reason).reason });
const evaluatorFault = (kind: Fault['kind'], reason: string): Fault => ({
  ...fault(kind, reason),
  evaluatorError: true,
});

/** Everything that fails a trial by itself: it broke off, a tool failed, or the calls are not the expected ones. */
export function faultsOf(frozen: FrozenCase, transcript: Transcript, budget: Budget): Fault[] {
  const { steps, failOnToolError, isNegative } = frozen;
  return [
    ...(transcript.error ? [fault('iterationError', `${transcript.error.code}: ${transcript.error.message}`)] : []),
    ...steps.flatMap((step) => notDone(step, transcript)),
    ...notReached(steps, transcript),
    ...(failOnToolError ? toolErrors(transcript) : []),
    ...(isNegative ? unwantedCalls(transcript) : mismatches(frozen, transcript, budget)),
  ];
}

/** A step that failed at what it was to do, or for which a browser is missing. One whose call failed is told, or tolerated, as a tool error. */
function notDone(step: EvalTestStep, transcript: Transcript): Fault[] {
  const record = recordOf(step, transcript);
  const because = record?.reason ? `: ${record.reason}` : '.';
  if (lackedBrowser(step, transcript))
    return [evaluatorFault('stepNotDone', `Step ${quote(step.id)} was left out${because}`)];
  if (step.kind === 'assert' || record?.status !== 'fail') return [];
  if (transcript.toolCalls.some((call) => call.stepId === step.id && hasFailed(call))) return [];
  return [fault('stepNotDone', `Step ${quote(step.id)} failed${because}`)];
}

function notReached(steps: EvalTestStep[], transcript: Transcript): Fault[] {
  const missed = steps.filter(
    (step) =>
      !wasReached(step, transcript) &&
      !lackedBrowser(step, transcript) &&
      !(step.kind === 'assert' && roleOf(step.assertion) === 'advisory'),
  );
  return missed.length > 0
    ? [fault('stepNotDone', `The trial did not get as far as ${listed(missed, ({ id }) => quote(id))}.`)]
    : [];
}

function toolErrors({ toolCalls }: Transcript): Fault[] {
  const errors = toolCalls.filter(hasFailed);
  return errors.length > 0
    ? [
        fault(
          'toolError',
          `${errors.length} tool calls failed: ${listed(errors, (call) => `${call.toolName}: ${quote(errorTextOf(call))}`)}.`,
        ),
      ]
    : [];
}

const unwantedCalls = ({ toolCalls }: Transcript): Fault[] =>
  toolCalls.length > 0
    ? [
        fault(
          'negativeCase',
          `No tool was to be called; ${toolCalls.length} calls were made: ${listed(toolCalls, ({ toolName }) => toolName)}.`,
        ),
      ]
    : [];

function mismatches(frozen: FrozenCase, transcript: Transcript, budget: Budget): Fault[] {
  try {
    return matchTurns(frozen, transcript, budget)
      .filter(({ passed }) => !passed)
      .map((match) => fault('toolCallMatch', mismatch(match)));
  } catch (error) {
    if (error instanceof BudgetError)
      return [evaluatorFault('toolCallMatch', `The calls were not compared with the expected ones: ${error.message}.`)];
    throw error;
  }
}

function mismatch({ promptIndex, missing, extra, mismatches: others }: TurnMatch): string {
  const parts = [
    missing.length > 0 && `missing ${listed(missing, ({ toolName, arguments: args }) => `${toolName} ${quote(args)}`)}`,
    others.length > 0 &&
      `other arguments for ${listed(others, ({ actual }) => `${actual.toolName} ${quote(actual.arguments)}`)}`,
    extra.length > 0 && `unexpected ${listed(extra, ({ toolName }) => toolName)}`,
  ].filter((part) => part !== false);
  return `The calls of turn ${promptIndex + 1} are not the expected ones: ${parts.join('; ')}.`;
}
