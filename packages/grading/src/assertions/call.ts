import { canonicalJson } from '@assay/contract/canonical';
import type { TranscriptToolCall } from '@assay/contract/areas/transcripts/documents';
import { declarationOf } from './declarations.ts';
import { briefViolationOf, schemaFault, violationOf } from '../json-schema.ts';
import { quoteValue } from '../quote.ts';
import { cachedByObject } from '../cached-by-object.ts';
import { argumentsPlace } from '../evidence/places.ts';
import { evaluatorError, failedVerdict, passedVerdict, verdictOf } from './verdict.ts';
import { callsOfTool, wasNeverSent, withInventory, type AssertionRows } from './row.ts';

const canonicalArguments = cachedByObject(canonicalJson);

/** Whether a call repeats the one right before it: the same tool of the same server with the same arguments. */
export const repeatsCall = (made: TranscriptToolCall, before: TranscriptToolCall | undefined): boolean =>
  before !== undefined &&
  made.toolName === before.toolName &&
  made.serverId === before.serverId &&
  canonicalArguments(made.arguments) === canonicalArguments(before.arguments);

export const callAssertions: AssertionRows<'argumentsMatchToolSchema' | 'noRepeatedIdenticalCall'> = {
  argumentsMatchToolSchema: {
    doc: 'The arguments of every call fit the input schema of the tool.',
    stage: 'call',
    readsInventory: true,
    evaluate: withInventory(({ toolName }, inventory, evidence, budget) => {
      const calls = callsOfTool(evidence, toolName);
      for (const made of calls) {
        const expected = `arguments that fit the schema of ${made.toolName}`;
        if (wasNeverSent(made))
          return failedVerdict(made.error!.message, {
            expected,
            came: made.error!.message,
            place: argumentsPlace(made),
          });
        const schema = declarationOf(inventory, made)?.inputSchema;
        if (schema === undefined)
          return evaluatorError(`${made.serverName} declares no input schema for ${made.toolName}.`);
        const fault = schemaFault(schema, made.arguments, budget);
        if (!fault) continue;
        const quoted = quoteValue(made.arguments);
        return failedVerdict(`${made.toolName} was called with ${quoted}: ${violationOf(fault)}.`, {
          expected,
          came: `${quoted}: ${briefViolationOf(fault)}`,
          brief: briefViolationOf(fault),
          place: argumentsPlace(made, fault.path),
        });
      }
      return passedVerdict(calls.length === 0 ? 'No calls were made.' : 'All arguments fit their schemas.');
    }),
  },
  noRepeatedIdenticalCall: {
    doc: 'No call repeats the one right before it.',
    stage: 'call',
    evaluate: ({ toolName }, { toolCalls }) => {
      const repeated = toolCalls.find(
        (made, i) => (toolName === undefined || made.toolName === toolName) && repeatsCall(made, toolCalls[i - 1]),
      );
      return verdictOf(
        repeated === undefined,
        'No call repeats the one before it.',
        `${repeated?.toolName} was called twice in a row with ${quoteValue(repeated?.arguments)}.`,
        () => ({
          expected: 'no call that repeats the one before it',
          came: `${repeated!.toolName} twice in a row with ${quoteValue(repeated!.arguments)}`,
          place: argumentsPlace(repeated!),
        }),
      );
    },
  },
};
