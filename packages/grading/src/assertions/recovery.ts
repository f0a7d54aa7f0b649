import type { TranscriptToolCall } from '@assay/contract/areas/transcripts/documents';
import { isObject } from '@assay/contract/json';
import type { ComputeBudget } from '../compute-budget.ts';
import { containsValue } from '../matching/contains.ts';
import { declarationOf } from './declarations.ts';
import { listFirst, quoteValue } from '../quote.ts';
import { cachedByObject } from '../cached-by-object.ts';
import { errorTextOf, hasToolFailed, isResultCaptured, payloadOf } from './tool-result.ts';
import { answerPlace, resultPlace } from '../evidence/places.ts';
import { evaluatorError, failedVerdict, passedVerdict, verdictOf } from './verdict.ts';
import { callsOfTool, undeclaredTool, wasNeverSent, type AssertionRows } from './row.ts';

const LIMIT_KEYS = [
  'limit',
  'page_size',
  'pageSize',
  'per_page',
  'perPage',
  'max_results',
  'maxResults',
  'first',
  'top',
];
const CONTINUATION_KEYS = [
  'nextCursor',
  'next_cursor',
  'hasMore',
  'has_more',
  'cursor',
  'nextPage',
  'next_page',
  'nextPageToken',
  'truncated',
];
/** Shorter strings occur in any sentence. */
const MIN_VALUE = 3;

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** Cost of searching a word at one character of a text, in steps. */
const STEPS_PER_CHARACTER = 20;

/** Whether `text` contains `word` as a whole word, ignoring case. */
function isWordOf(text: string, word: string, budget: ComputeBudget): boolean {
  budget.spend((text.length + word.length) * STEPS_PER_CHARACTER);
  return word !== '' && new RegExp(`(?<![\\p{L}\\p{N}_])${escaped(word)}(?![\\p{L}\\p{N}_])`, 'iu').test(text);
}

function valueNamed(text: string, value: unknown, budget: ComputeBudget): boolean {
  if (typeof value === 'number') return isWordOf(text, String(value), budget);
  if (typeof value === 'string') return value.length >= MIN_VALUE && containsValue(text, value, false, budget);
  return (
    typeof value === 'object' && value !== null && Object.values(value).some((inner) => valueNamed(text, inner, budget))
  );
}

function namesInput(
  text: string,
  call: TranscriptToolCall,
  declaration: Record<string, unknown> | undefined,
  budget: ComputeBudget,
): boolean {
  const schema = declaration?.inputSchema;
  const properties = isObject(schema) && isObject(schema.properties) ? Object.keys(schema.properties) : [];
  return properties.some((name) => isWordOf(text, name, budget)) || valueNamed(text, call.arguments, budget);
}

/** The number of rows that the call asked for, if any. */
const limitOf = ({ arguments: args }: TranscriptToolCall): number | undefined =>
  LIMIT_KEYS.map((key) => args[key]).find(
    (value): value is number => typeof value === 'number' && Number.isInteger(value) && value > 0,
  );

/** The length of the longest list in a result, and whether the result has a continuation. */
const pageOf = cachedByObject((result: Record<string, unknown>): { length: number; continues: boolean } => {
  const payload = payloadOf(result);
  const lists = Array.isArray(payload)
    ? [payload]
    : isObject(payload)
      ? Object.values(payload).filter(Array.isArray)
      : [];
  return {
    length: lists.reduce((most, { length }) => Math.max(most, length), 0),
    continues: [payload, result].some((value) => isObject(value) && CONTINUATION_KEYS.some((key) => key in value)),
  };
});

/** Whether a page is as full as requested and has no continuation. */
function isDeadEnd({ result }: TranscriptToolCall, limit: number): boolean {
  if (!result) return false;
  const { length, continues } = pageOf(result);
  return length >= limit && !continues;
}

/** Assertions on the help that a model gets after an error or a full page. */
export const recoveryAssertions: AssertionRows<'toolErrorNamesInput' | 'fullPageHasContinuation'> = {
  toolErrorNamesInput: {
    doc: 'Every tool error names a parameter or a value that was sent.',
    stage: 'response',
    readsInventory: true,
    evaluate: ({ toolName }, evidence, budget) => {
      const errors = callsOfTool(evidence, toolName).filter(hasToolFailed);
      if (errors.length === 0) return passedVerdict('No tool call failed.');
      const { inventory } = evidence;
      if (!inventory) return evaluatorError('The complete tool declarations were not captured.');
      if (!errors.every(isResultCaptured))
        return evaluatorError('A tool result was not captured, or was too large to keep.');
      for (const call of errors) {
        const text = errorTextOf(call);
        const expected = 'an error that names a parameter or a value that was sent';
        const place = answerPlace(call);
        if (text.trim() === '')
          return failedVerdict(`An error of ${call.toolName} has no text.`, {
            expected,
            came: `an error of ${call.toolName} without text`,
            place,
          });
        const declaration = declarationOf(inventory, call);
        if (namesInput(text, call, declaration, budget)) continue;
        return declaration || wasNeverSent(call)
          ? failedVerdict(
              `An error of ${call.toolName} names neither a parameter nor a sent value: ${quoteValue(text)}.`,
              { expected, came: quoteValue(text), place },
            )
          : undeclaredTool(call);
      }
      return passedVerdict(`All of ${errors.length} errors name what was sent.`);
    },
  },
  fullPageHasContinuation: {
    doc: 'A result that is as long as the requested limit says how to read on.',
    stage: 'response',
    evaluate: ({ toolName }, evidence) => {
      const limited = callsOfTool(evidence, toolName).flatMap((call) => {
        const limit = limitOf(call);
        return limit === undefined ? [] : [{ call, limit }];
      });
      if (!limited.every(({ call }) => isResultCaptured(call)))
        return evaluatorError('A tool result was not captured, or was too large to keep.');
      const deadEnds = limited.filter(({ call, limit }) => isDeadEnd(call, limit));
      return verdictOf(
        deadEnds.length === 0,
        'Every full page says how to read on.',
        `Full pages without a continuation: ${listFirst(deadEnds, ({ call, limit }) => `${call.toolName} with a limit of ${limit}`)}.`,
        () => ({
          expected: 'a full page that says how to read on',
          came: `a page of ${deadEnds[0]!.call.toolName} with a limit of ${deadEnds[0]!.limit} and no continuation`,
          place: resultPlace(deadEnds[0]!.call),
        }),
      );
    },
  },
};
