import type { TranscriptToolCall } from '@assay/contract/areas/transcripts/documents';
import type { ComputeBudget } from '../compute-budget.ts';
import { declarationOf } from './declarations.ts';
import { containsValue } from '../matching/contains.ts';
import { schemaViolation } from '../json-schema.ts';
import { listFirst, quoteValue } from '../quote.ts';
import {
  errorTextOf,
  hasCallFailed,
  hasToolFailed,
  isResultCaptured,
  payloadOf,
  structuredTextOf,
  resultTextOf,
} from './tool-result.ts';
import { evaluatorError, failedVerdict, passedVerdict, verdictOf } from './verdict.ts';
import { callsOfTool, isBlank, undeclaredTool, withInventory, type AssertionRows } from './row.ts';

type Types =
  | 'noToolErrors'
  | 'toolLatencyUnder'
  | 'toolResultContains'
  | 'toolResultNotContains'
  | 'toolResultMatchesSchema'
  | 'toolResultMatchesDeclaredSchema'
  | 'toolResultSizeUnder';

const notCaptured = evaluatorError('A tool result was not captured, or was too large to keep.');

/** The results of calls; a call that failed before its tool answered has none. */
const resultsOf = (calls: readonly TranscriptToolCall[]) =>
  calls.flatMap(({ toolName, result }) => (result ? [{ toolName, result }] : []));

type CallResult = ReturnType<typeof resultsOf>[number];

const resultContains = (
  result: CallResult['result'],
  needle: string,
  caseSensitive: boolean,
  budget: ComputeBudget,
): boolean =>
  containsValue(resultTextOf(result), needle, caseSensitive, budget) ||
  containsValue(structuredTextOf(result), needle, caseSensitive, budget);

/** The first results, for a reason; empty when there is none. */
function seenIn(results: readonly CallResult[]): string {
  const seen = listFirst(
    results,
    ({ toolName, result }) => `${toolName}: ${quoteValue(resultTextOf(result) || result.structuredContent)}`,
  );
  return seen && `: ${seen}`;
}

export const responseAssertions: AssertionRows<Types> = {
  noToolErrors: {
    doc: 'No call failed and no tool reported an error.',
    stage: 'response',
    evaluate: (_, { toolCalls }) => {
      const errors = toolCalls.filter(hasToolFailed);
      return verdictOf(
        errors.length === 0,
        'No tool call failed.',
        `${errors.length} of ${toolCalls.length} calls failed: ${listFirst(errors, (call) => `${call.toolName}: ${quoteValue(errorTextOf(call))}`)}.`,
      );
    },
  },
  toolLatencyUnder: {
    doc: 'The slowest call took less than `ms`.',
    stage: 'response',
    evaluate: ({ ms, toolName }, evidence) => {
      const calls = callsOfTool(evidence, toolName);
      if (calls.length === 0) return passedVerdict('No calls were made.');
      if (calls.some(({ latencyMs }) => latencyMs === undefined)) return evaluatorError('A call was not timed.');
      const slowest = calls.reduce((most, { latencyMs }) => Math.max(most, latencyMs!), 0);
      const said = `The slowest call took ${Math.round(slowest)} ms; less than ${ms} ms is required.`;
      return verdictOf(slowest < ms, said, said);
    },
  },
  toolResultContains: {
    doc: 'A result contains the text, in its text parts or its structured content.',
    stage: 'response',
    evaluate: ({ needle, caseSensitive = false, toolName }, evidence, budget) => {
      if (isBlank(needle)) return failedVerdict('The assertion looks for blank text.');
      const calls = callsOfTool(evidence, toolName);
      if (!calls.every(isResultCaptured)) return notCaptured;
      const results = resultsOf(calls);
      const found = results.some(({ result }) => resultContains(result, needle, caseSensitive, budget));
      return verdictOf(
        found,
        `A result contains ${quoteValue(needle)}.`,
        `None of ${results.length} results contains ${quoteValue(needle)}${seenIn(results)}.`,
      );
    },
  },
  toolResultNotContains: {
    doc: 'No result contains the text, in its text parts or its structured content; a trial without results passes.',
    stage: 'response',
    evaluate: ({ needle, caseSensitive = false, toolName }, evidence, budget) => {
      if (isBlank(needle)) return failedVerdict('The assertion looks for blank text.');
      const calls = callsOfTool(evidence, toolName);
      const results = resultsOf(calls);
      const found = results.filter(({ result }) => resultContains(result, needle, caseSensitive, budget));
      if (found.length > 0)
        return failedVerdict(
          `${found.length} of ${results.length} results contain ${quoteValue(needle)}${seenIn(found)}.`,
        );
      if (!calls.every(isResultCaptured)) return notCaptured;
      return passedVerdict(`None of ${results.length} results contains ${quoteValue(needle)}.`);
    },
  },
  toolResultMatchesSchema: {
    doc: 'The JSON value of every result fits the schema.',
    stage: 'response',
    evaluate: ({ schema, toolName }, evidence, budget) => {
      const calls = callsOfTool(evidence, toolName);
      if (!calls.every(isResultCaptured)) return notCaptured;
      const results = resultsOf(calls);
      if (results.length === 0) return failedVerdict('There is no result to check.');
      for (const { toolName: tool, result } of results) {
        const payload = payloadOf(result);
        if (payload === undefined)
          return failedVerdict(`A result of ${tool} is not JSON: ${quoteValue(resultTextOf(result))}.`);
        const violation = schemaViolation(schema, payload, budget);
        if (violation) return failedVerdict(`A result of ${tool} does not fit the schema: ${violation}.`);
      }
      return passedVerdict(`All of ${results.length} results fit the schema.`);
    },
  },
  toolResultMatchesDeclaredSchema: {
    doc: 'The structured content of every result fits the output schema that its tool declares.',
    stage: 'response',
    readsInventory: true,
    evaluate: withInventory(({ toolName }, inventory, evidence, budget) => {
      const calls = callsOfTool(evidence, toolName).filter((call) => !hasCallFailed(call));
      if (calls.length === 0) return failedVerdict('There is no result to check.');
      let checked = 0;
      for (const call of calls) {
        const declaration = declarationOf(inventory, call);
        if (!declaration) return undeclaredTool(call);
        if (declaration.outputSchema === undefined) continue;
        if (!isResultCaptured(call)) return notCaptured;
        const { structuredContent } = call.result!;
        if (structuredContent === undefined)
          return failedVerdict(`A result of ${call.toolName} has no structured content, which its tool declares.`);
        const violation = schemaViolation(declaration.outputSchema, structuredContent, budget);
        if (violation)
          return failedVerdict(
            `A result of ${call.toolName} does not fit the output schema of its tool: ${violation}.`,
          );
        checked++;
      }
      return checked > 0
        ? passedVerdict(`${checked} of ${calls.length} results fit the output schemas of their tools.`)
        : evaluatorError('None of the called tools declares an output schema.');
    }),
  },
  toolResultSizeUnder: {
    doc: 'The largest result is smaller than `maxBytes`.',
    stage: 'response',
    evaluate: ({ maxBytes, toolName }, evidence) => {
      const calls = callsOfTool(evidence, toolName).filter(({ error }) => error === undefined);
      if (calls.some(({ resultBytes }) => resultBytes === undefined))
        return evaluatorError('The whole size of a result is not known.');
      const largest = calls.reduce((most, { resultBytes }) => Math.max(most, resultBytes!), 0);
      const said = `The largest result has ${largest} bytes; fewer than ${maxBytes} are required.`;
      return verdictOf(largest < maxBytes, said, said);
    },
  },
};
