import type { FrozenCase } from '@assay/contract/documents/case';
import type { EvalTestStep } from '@assay/contract/documents/step';
import type { Transcript } from '@assay/contract/documents/transcript';
import type { Budget } from './budget.ts';
import { matchTurns, type TurnMatch } from './expected-calls.ts';
import { listed, quote } from './quote.ts';
import { roleOf } from './score.ts';
import { lackedBrowser, recordOf, wasReached } from './step-records.ts';
import { errorTextOf, hasFailed } from './tool-result.ts';
import { failed } from './verdict.ts';

/** Why a trial failed, beside the assertions somebody wrote. */
export interface Fault {
  kind: 'iterationError' | 'stepNotDone' | 'toolError' | 'negativeCase' | 'toolCallMatch';
  /** For people, at most 600 characters, without secrets. */
  reason: string;
}

/** Everything that fails a trial by itself: it broke off, a tool failed, or the calls are not the expected ones. @throws BudgetError */
export function faultsOf(frozen: FrozenCase, transcript: Transcript, budget: Budget): Fault[] {
  const found: Fault[] = [];
  const add = (kind: Fault['kind'], reason: string | undefined) => {
    if (reason !== undefined) found.push({ kind, reason: failed(reason).reason });
  };
  add('iterationError', transcript.error && `${transcript.error.code}: ${transcript.error.message}`);
  for (const step of frozen.steps) add('stepNotDone', brokenOff(step, transcript));
  add('stepNotDone', notReached(frozen, transcript));
  if (frozen.failOnToolError) add('toolError', toolErrors(transcript));
  if (frozen.isNegative) add('negativeCase', unwantedCalls(transcript));
  else for (const match of matchTurns(frozen, transcript, budget)) add('toolCallMatch', mismatch(match));
  return found;
}

/** Why a step failed at what it was to do. One whose call failed is told, or tolerated, as a tool error. */
function brokenOff(step: EvalTestStep, transcript: Transcript): string | undefined {
  const record = recordOf(step, transcript);
  if (step.kind === 'assert' || record?.status !== 'fail') return undefined;
  if (transcript.toolCalls.some((call) => call.stepId === step.id && hasFailed(call))) return undefined;
  return `Step ${quote(step.id)} failed${record.reason ? `: ${record.reason}` : '.'}`;
}

/** Whether the trial came as far as this step. */
export function wasReached(step: EvalTestStep, transcript: Transcript): boolean {
  const status = recordOf(step, transcript)?.status ?? 'skipped';
  return status !== 'skipped' && (status !== 'pending' || step.kind === 'assert');
}

function notReached({ steps }: FrozenCase, transcript: Transcript): string | undefined {
  const missed = steps.filter((step) => !wasReached(step, transcript) && !(step.kind === 'assert' && roleOf(step.assertion) === 'advisory'));
  return missed.length > 0 ? `The trial did not get as far as ${listed(missed.map(({ id }) => quote(id)))}.` : undefined;
}

function toolErrors({ toolCalls }: Transcript): string | undefined {
  const errors = toolCalls.filter(hasFailed).map((call) => `${call.toolName}: ${quote(errorTextOf(call))}`);
  return errors.length > 0 ? `${errors.length} tool calls failed: ${listed(errors)}.` : undefined;
}

const unwantedCalls = ({ toolCalls }: Transcript): string | undefined =>
  (toolCalls.length > 0 ? `No tool was to be called; ${toolCalls.length} calls were made: ${listed(toolCalls.map(({ toolName }) => toolName))}.` : undefined);

function mismatch({ passed, promptIndex, missing, extra, mismatches }: TurnMatch): string | undefined {
  if (passed) return undefined;
  const parts = [
    missing.length > 0 && `missing ${listed(missing.map(({ toolName, arguments: args }) => `${toolName} ${quote(args)}`))}`,
    mismatches.length > 0 && `other arguments for ${listed(mismatches.map(({ actual }) => `${actual.toolName} ${quote(actual.arguments)}`))}`,
    extra.length > 0 && `unexpected ${listed(extra.map(({ toolName }) => toolName))}`,
  ].filter((part) => part !== false);
  return `The calls of turn ${promptIndex + 1} are not the expected ones: ${parts.join('; ')}.`;
}
