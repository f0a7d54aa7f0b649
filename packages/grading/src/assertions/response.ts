import type { TranscriptToolCall } from '@assay/contract/areas/transcripts/documents';
import { contains } from '../matching/contains.ts';
import { schemaViolation } from '../json-schema.ts';
import { listed, quote } from '../quote.ts';
import { errorTextOf, hasFailed, isCaptured, payloadOf, structuredTextOf, textOf } from './tool-result.ts';
import { evaluatorError, failed, passed, verdictOf } from './verdict.ts';
import { callsOf, isBlank, type Rows } from './row.ts';

type Types =
  | 'noToolErrors'
  | 'toolLatencyUnder'
  | 'toolResultContains'
  | 'toolResultMatchesSchema'
  | 'toolResultSizeUnder';

const notCaptured = evaluatorError('A tool result was not captured, or was too large to keep.');

/** The results of the calls that gave one; a call that failed before its tool answered gave none. */
const resultsOf = (calls: readonly TranscriptToolCall[]) =>
  calls.flatMap(({ toolName, result }) => (result ? [{ toolName, result }] : []));

export const response: Rows<Types> = {
  noToolErrors: {
    doc: 'No call failed and no tool reported an error.',
    stage: 'response',
    evaluate: (_, { toolCalls }) => {
      const errors = toolCalls.filter(hasFailed);
      return verdictOf(
        errors.length === 0,
        'No tool call failed.',
        `${errors.length} of ${toolCalls.length} calls failed: ${listed(errors, (call) => `${call.toolName}: ${quote(errorTextOf(call))}`)}.`,
      );
    },
  },
  toolLatencyUnder: {
    doc: 'The slowest call took less than `ms`.',
    stage: 'response',
    evaluate: ({ ms, toolName }, evidence) => {
      const calls = callsOf(evidence, toolName);
      if (calls.length === 0) return passed('No calls were made.');
      if (calls.some(({ latencyMs }) => latencyMs === undefined)) return evaluatorError('A call was not timed.');
      const slowest = calls.reduce((most, { latencyMs }) => Math.max(most, latencyMs!), 0);
      const said = `The slowest call took ${Math.round(slowest)} ms; less than ${ms} ms is wanted.`;
      return verdictOf(slowest < ms, said, said);
    },
  },
  toolResultContains: {
    doc: 'A result contains the text, in its text parts or its structured content.',
    stage: 'response',
    evaluate: ({ needle, caseSensitive = false, toolName }, evidence, budget) => {
      if (isBlank(needle)) return failed('The assertion looks for blank text.');
      const calls = callsOf(evidence, toolName);
      if (!calls.every(isCaptured)) return notCaptured;
      const results = resultsOf(calls);
      const found = results.some(
        ({ result }) =>
          contains(textOf(result), needle, caseSensitive, budget) ||
          contains(structuredTextOf(result), needle, caseSensitive, budget),
      );
      return verdictOf(
        found,
        `A result contains ${quote(needle)}.`,
        `None of ${results.length} results contains ${quote(needle)}.`,
      );
    },
  },
  toolResultMatchesSchema: {
    doc: 'The JSON value of every result fits the schema.',
    stage: 'response',
    evaluate: ({ schema, toolName }, evidence, budget) => {
      const calls = callsOf(evidence, toolName);
      if (!calls.every(isCaptured)) return notCaptured;
      const results = resultsOf(calls);
      if (results.length === 0) return failed('There is no result to check.');
      for (const { toolName: tool, result } of results) {
        const payload = payloadOf(result);
        if (payload === undefined) return failed(`A result of ${tool} is not JSON: ${quote(textOf(result))}.`);
        const violation = schemaViolation(schema, payload, budget);
        if (violation) return failed(`A result of ${tool} does not fit the schema: ${violation}.`);
      }
      return passed(`All of ${results.length} results fit the schema.`);
    },
  },
  toolResultSizeUnder: {
    doc: 'The largest result is smaller than `maxBytes`.',
    stage: 'response',
    evaluate: ({ maxBytes, toolName }, evidence) => {
      const calls = callsOf(evidence, toolName).filter(({ error }) => error === undefined);
      if (calls.some(({ resultBytes }) => resultBytes === undefined))
        return evaluatorError('The whole size of a result is not known.');
      const largest = calls.reduce((most, { resultBytes }) => Math.max(most, resultBytes!), 0);
      const said = `The largest result has ${largest} bytes; fewer than ${maxBytes} are wanted.`;
      return verdictOf(largest < maxBytes, said, said);
    },
  },
};
