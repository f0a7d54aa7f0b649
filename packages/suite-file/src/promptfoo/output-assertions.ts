import type { EvalAssertion } from '@assay/contract/areas/cases/assertion';
import { patternProblem } from '../rules/assertion-rules.ts';
import { exactPart, unsupportedPart, approximatedPart, type ConvertedPart } from '../fidelity.ts';
import { asText, isText, isTexts } from '../json.ts';

/** An assertion of promptfoo with its variables filled in. */
export interface PromptfooAssertion {
  type: string;
  value: unknown;
  threshold: number | undefined;
}
export type AssertionConverter = (source: PromptfooAssertion) => ConvertedPart;

const literal = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);

/** Each text is to be contained, or none of them is. */
const contains =
  (caseSensitive: boolean, kind: 'responseContains' | 'responseNotContains' = 'responseContains'): AssertionConverter =>
  ({ type, value }) => {
    const needles = /-(?:all|any)$/.test(type) ? textsOf(value) : [asText(value)];
    if (!needles || !isTexts(needles) || needles.length === 0 || needles.includes(''))
      return unsupportedPart(type, 'its value is not text');
    const assertions = needles.map((needle): EvalAssertion => ({ type: kind, needle, caseSensitive }));
    return exactPart(type, `${kind}, upper and lower case ${caseSensitive ? '' : 'not '}told apart`, {
      assertions,
    });
  };

const containsAny =
  (flags: string): AssertionConverter =>
  ({ type, value }) => {
    const needles = textsOf(value);
    return needles?.length
      ? matches(type, `${flags}${needles.map(literal).join('|')}${flags && ')'}`)
      : unsupportedPart(type, 'its value is not a list of texts');
  };

/** A list of texts, which promptfoo also accepts as one text with commas. */
function textsOf(value: unknown): string[] | undefined {
  const texts = isText(value)
    ? value.split(',').map((text) => text.trim())
    : Array.isArray(value)
      ? value.map(asText)
      : undefined;
  return isTexts(texts) ? texts : undefined;
}

type PatternKind = 'responseMatches' | 'responseNotMatches';

const anchored =
  (before: string, after: string, kind: PatternKind = 'responseMatches'): AssertionConverter =>
  ({ type, value }) => {
    const text = asText(value);
    return isText(text) && text !== ''
      ? matches(type, `${before}${literal(text)}${after}`, kind)
      : unsupportedPart(type, 'its value is not text');
  };

const regex =
  (kind: PatternKind): AssertionConverter =>
  ({ type, value }) =>
    isText(value) && value !== '' ? matches(type, value, kind) : unsupportedPart(type, 'its value is not a pattern');

function matches(type: string, pattern: string, kind: PatternKind = 'responseMatches'): ConvertedPart {
  const problem = patternProblem(pattern);
  return problem
    ? unsupportedPart(type, problem.split('(')[0]!.trim())
    : exactPart(type, kind, { assertions: [{ type: kind, pattern }] });
}

const json =
  (kind: PatternKind, pattern: string): AssertionConverter =>
  ({ type, value }) =>
    approximatedPart(
      type,
      kind,
      value === undefined
        ? 'only the brackets around the reply are looked at'
        : 'only the brackets around the reply are looked at, its schema is not',
      { assertions: [{ type: kind, pattern }] },
    );
const WHOLE_JSON = String.raw`^\s*(?:\{[\s\S]*\}|\[[\s\S]*\])\s*$`;
const SOME_JSON = String.raw`\{[\s\S]*\}|\[[\s\S]*\]`;

const rubric: AssertionConverter = ({ type, value }) =>
  isText(value) && value.trim() !== ''
    ? approximatedPart(type, 'expectedOutput', 'the judge of goal completion grades it, where the suite has one', {
        expectedOutput: value,
      })
    : unsupportedPart(type, 'its value is not text');

const latency: AssertionConverter = ({ type, threshold }) =>
  threshold !== undefined && threshold >= 1
    ? approximatedPart(type, 'toolLatencyUnder', 'the slowest tool call is measured instead of the whole answer', {
        assertions: [{ type: 'toolLatencyUnder', ms: Math.round(threshold) }],
      })
    : unsupportedPart(type, 'it has no threshold');

/** Converters for promptfoo's assertions on the final text and on the run. */
export const outputConverters: Record<string, AssertionConverter> = {
  contains: contains(true),
  icontains: contains(false),
  'contains-all': contains(true),
  'icontains-all': contains(false),
  'contains-any': containsAny(''),
  'icontains-any': containsAny('(?i:'),
  equals: anchored('^', '$'),
  'starts-with': anchored('^', ''),
  regex: regex('responseMatches'),
  'is-json': json('responseMatches', WHOLE_JSON),
  'contains-json': json('responseMatches', SOME_JSON),
  'not-contains': contains(true, 'responseNotContains'),
  'not-icontains': contains(false, 'responseNotContains'),
  'not-contains-any': contains(true, 'responseNotContains'),
  'not-icontains-any': contains(false, 'responseNotContains'),
  'not-equals': anchored('^', '$', 'responseNotMatches'),
  'not-starts-with': anchored('^', '', 'responseNotMatches'),
  'not-regex': regex('responseNotMatches'),
  'not-is-json': json('responseNotMatches', WHOLE_JSON),
  'not-contains-json': json('responseNotMatches', SOME_JSON),
  'llm-rubric': rubric,
  'agent-rubric': rubric,
  'g-eval': rubric,
  factuality: rubric,
  'model-graded-factuality': rubric,
  'model-graded-closedqa': rubric,
  'trajectory:goal-success': rubric,
  latency,
};
