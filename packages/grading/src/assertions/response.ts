import type { TranscriptToolCall } from '@assay/contract/areas/transcripts/documents';
import { given } from '@assay/contract/given';
import type { ComputeBudget } from '../compute-budget.ts';
import { declarationOf } from './declarations.ts';
import { containsValue } from '../matching/contains.ts';
import { briefViolationOf, schemaFault, violationOf } from '../json-schema.ts';
import { listFirst, quoteValue } from '../quote.ts';
import {
  errorTextOf,
  hasCallFailed,
  hasToolFailed,
  isResultCaptured,
  payloadOf,
  payloadPointerOf,
  structuredTextOf,
  resultTextOf,
} from './tool-result.ts';
import { answerPlace, resultPlace, textPlace } from '../evidence/places.ts';
import { evaluatorError, failedVerdict, passedVerdict, verdictOf, type ToldFailure } from './verdict.ts';
import { calledInWords, callsOfTool, isBlank, undeclaredTool, withInventory, type AssertionRows } from './row.ts';

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
  calls.flatMap((call) => (call.result ? [{ ...call, result: call.result }] : []));

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

/** The first results without the names of their tools, as what came. */
const cameOf = (results: readonly CallResult[]): string =>
  results.length === 0
    ? 'no result'
    : listFirst(results, ({ result }) => quoteValue(resultTextOf(result) || result.structuredContent));

function withoutNeedle(results: number, needle: string): string {
  if (results === 0) return 'no result';
  return results === 1 ? `the result does not contain ${needle}` : `none of ${results} results contains ${needle}`;
}

/** The pointer of the structured content of a result. */
const STRUCTURED = '/structuredContent';

/** The words of a call that failed where a result was expected. */
export const failedCallWords = (call: TranscriptToolCall): ToldFailure => ({
  expected: 'a result',
  came: `${call.error ? call.error.code : 'isError'}: ${quoteValue(errorTextOf(call))} (sent ${quoteValue(call.arguments)})`,
  brief: `${call.toolName}: ${quoteValue(errorTextOf(call))}`,
  place: answerPlace(call),
});

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
        () => failedCallWords(errors[0]!),
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
      const slowest = calls.reduce((most, call) => (call.latencyMs! > most.latencyMs! ? call : most));
      const took = `${Math.round(slowest.latencyMs!)} ms`;
      const said = `The slowest call took ${took}; less than ${ms} ms is required.`;
      return verdictOf(slowest.latencyMs! < ms, said, said, () => ({
        expected: `every call in less than ${ms} ms`,
        came: `${took} for ${slowest.toolName}`,
        place: { spanId: slowest.id },
      }));
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
      const found = results.find(({ result }) => resultContains(result, needle, caseSensitive, budget));
      const quoted = quoteValue(needle);
      if (found) return passedVerdict(`A result contains ${quoted}.`, textPlace(found, needle, caseSensitive));
      return failedVerdict(`None of ${results.length} results contains ${quoted}${seenIn(results)}.`, {
        expected: `a result that contains ${quoted}`,
        came: cameOf(results),
        brief: withoutNeedle(results.length, quoted),
        ...given({ place: results[0] && resultPlace(results[0]) }),
      });
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
          {
            expected: `no result that contains ${quoteValue(needle)}`,
            came: cameOf(found),
            brief: `${found.length} of ${results.length} results contain ${quoteValue(needle)}`,
            place: textPlace(found[0]!, needle, caseSensitive),
          },
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
      const expected = 'a result that fits the schema';
      if (results.length === 0)
        return failedVerdict('There is no result to check.', { expected, came: calledInWords(calls) });
      for (const call of results) {
        const { toolName: tool, result } = call;
        const payload = payloadOf(result);
        const pointer = payloadPointerOf(result);
        if (payload === undefined)
          return failedVerdict(`A result of ${tool} is not JSON: ${quoteValue(resultTextOf(result))}.`, {
            expected,
            came: `${quoteValue(resultTextOf(result))}, which is not JSON`,
            place: resultPlace(call, pointer),
          });
        const fault = schemaFault(schema, payload, budget);
        if (fault)
          return failedVerdict(`A result of ${tool} does not fit the schema: ${violationOf(fault)}.`, {
            expected,
            came: briefViolationOf(fault),
            brief: briefViolationOf(fault),
            place: resultPlace(call, pointer === STRUCTURED ? `${pointer}${fault.path}` : pointer),
          });
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
      if (calls.length === 0)
        return failedVerdict('There is no result to check.', {
          expected: 'a result that fits the output schema of its tool',
          came: calledInWords(evidence.toolCalls),
        });
      let checked = 0;
      for (const call of calls) {
        const declaration = declarationOf(inventory, call);
        if (!declaration) return undeclaredTool(call);
        if (declaration.outputSchema === undefined) continue;
        if (!isResultCaptured(call)) return notCaptured;
        const { structuredContent } = call.result!;
        const expected = `structured content that fits the output schema of ${call.toolName}`;
        if (structuredContent === undefined)
          return failedVerdict(`A result of ${call.toolName} has no structured content, which its tool declares.`, {
            expected,
            came: 'no structured content',
            place: resultPlace(call),
          });
        const fault = schemaFault(declaration.outputSchema, structuredContent, budget);
        if (fault)
          return failedVerdict(
            `A result of ${call.toolName} does not fit the output schema of its tool: ${violationOf(fault)}.`,
            {
              expected,
              came: briefViolationOf(fault),
              brief: briefViolationOf(fault),
              place: resultPlace(call, `${STRUCTURED}${fault.path}`),
            },
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
      return verdictOf(largest < maxBytes, said, said, () => ({
        expected: `every result with fewer than ${maxBytes} bytes`,
        came: `${largest} bytes`,
        place: resultPlace(calls.find(({ resultBytes }) => resultBytes === largest)!),
      }));
    },
  },
};
