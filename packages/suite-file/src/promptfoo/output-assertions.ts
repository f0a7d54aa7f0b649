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

const contains =
  (caseSensitive: boolean): AssertionConverter =>
  ({ type, value }) => {
    const needles = type.endsWith('-all') ? textsOf(value) : [asText(value)];
    if (!needles || !isTexts(needles) || needles.length === 0 || needles.includes(''))
      return unsupportedPart(type, 'its value is not text');
    const assertions = needles.map((needle): EvalAssertion => ({ type: 'responseContains', needle, caseSensitive }));
    return exactPart(type, `responseContains, upper and lower case ${caseSensitive ? '' : 'not '}told apart`, {
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

const anchored =
  (before: string, after: string): AssertionConverter =>
  ({ type, value }) => {
    const text = asText(value);
    return isText(text) && text !== ''
      ? matches(type, `${before}${literal(text)}${after}`)
      : unsupportedPart(type, 'its value is not text');
  };

const regex: AssertionConverter = ({ type, value }) =>
  isText(value) && value !== '' ? matches(type, value) : unsupportedPart(type, 'its value is not a pattern');

function matches(type: string, pattern: string): ConvertedPart {
  const problem = patternProblem(pattern);
  return problem
    ? unsupportedPart(type, problem.split('(')[0]!.trim())
    : exactPart(type, 'responseMatches', { assertions: [{ type: 'responseMatches', pattern }] });
}

const json: AssertionConverter = ({ type, value }) =>
  approximatedPart(
    type,
    'responseMatches',
    value === undefined
      ? 'only the brackets around the reply are looked at'
      : 'only the brackets around the reply are looked at, its schema is not',
    {
      assertions: [
        {
          type: 'responseMatches',
          pattern:
            type === 'is-json' ? String.raw`^\s*(?:\{[\s\S]*\}|\[[\s\S]*\])\s*$` : String.raw`\{[\s\S]*\}|\[[\s\S]*\]`,
        },
      ],
    },
  );

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
  regex,
  'is-json': json,
  'contains-json': json,
  'llm-rubric': rubric,
  'agent-rubric': rubric,
  'g-eval': rubric,
  factuality: rubric,
  'model-graded-factuality': rubric,
  'model-graded-closedqa': rubric,
  'trajectory:goal-success': rubric,
  latency,
};
