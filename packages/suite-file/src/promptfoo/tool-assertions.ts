import type { EvalAssertion } from '@assay/contract/areas/cases/assertion';
import { given } from '@assay/contract/given';
import { isObject } from '@assay/contract/json';
import { exactPart, unsupportedPart, approximatedPart } from '../fidelity.ts';
import { isText, isTexts, type JsonObject } from '../json.ts';
import type { AssertionConverter } from './output-assertions.ts';

const WILDCARD = /[*?]/;
const PLACEHOLDERS = ['any', 'string', 'number', 'boolean', 'object', 'array', 'null'];

const calledOnce = (toolName: string): EvalAssertion => ({ type: 'toolCalledAtLeastOnce', toolName });
const calledWith = (
  toolName: string,
  args: JsonObject,
  argumentMatching: 'exact' | 'partial' | 'ignore',
  minCount?: number,
): EvalAssertion => ({
  type: 'toolCalledWith',
  toolName,
  args: { args, argumentMatching },
  ...given({ minCount }),
});

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
const namesOf = (value: unknown): string[] | undefined => {
  const names = isText(value) ? value.split(',').map((name) => name.trim()) : value;
  return isTexts(names) && names.length > 0 && !names.includes('') ? names : undefined;
};

const f1: AssertionConverter = ({ type, value, threshold = 1 }) => {
  const names = namesOf(value);
  if (!names) return unsupportedPart(type, 'its value is not a list of tools');
  if (threshold < 1)
    return approximatedPart(type, 'toolCalledAtLeastOnce', 'every tool must be called, and any other may be', {
      assertions: names.map(calledOnce),
    });
  return exactPart(type, 'toolCalledAtLeastOnce of each and onlyToolsCalled', {
    assertions: [...names.map(calledOnce), { type: 'onlyToolsCalled', toolNames: names }],
  });
};

const toolUsed: AssertionConverter = ({ type, value }) => {
  if (isText(value) || isTexts(value)) {
    const names = [value].flat();
    return names.length > 0 && !names.includes('')
      ? exactPart(type, 'toolCalledAtLeastOnce', { assertions: names.map(calledOnce) })
      : unsupportedPart(type, 'it names no tool');
  }
  const name = nameOf(value);
  if (name === undefined) return unsupportedPart(type, 'it does not name one tool');
  const { min = 1, max } = value as JsonObject;
  if (!isCount(min) || (max !== undefined && !isCount(max))) return unsupportedPart(type, 'its bounds are not counts');
  const assertions = [
    ...(min > 0 ? [calledWith(name, {}, 'ignore', min)] : []),
    ...(max === undefined ? [] : [{ type: 'toolCallCountUnder' as const, count: max + 1, toolName: name }]),
  ];
  return exactPart(type, 'toolCalledWith and toolCallCountUnder', { assertions });
};

const toolNotUsed: AssertionConverter = ({ type, value }) => {
  const names = isTexts(value) ? value : [value];
  return names.length === 1 && isText(names[0]) && names[0] !== ''
    ? exactPart(type, 'toolNeverCalled', { assertions: [{ type: 'toolNeverCalled', toolName: names[0] }] })
    : unsupportedPart(type, 'it does not name one tool');
};

const argsMatch: AssertionConverter = ({ type, value }) => {
  const name = nameOf(value);
  const { args, arguments: also = args, mode = 'partial', defaults, ignore } = isObject(value) ? value : {};
  if (name === undefined || !isObject(also) || (mode !== 'partial' && mode !== 'exact'))
    return unsupportedPart(type, 'it does not name one tool and its arguments');
  const assertions = [calledWith(name, also, mode)];
  if (defaults !== undefined || ignore !== undefined)
    return approximatedPart(type, 'toolCalledWith', 'arguments that it would pass over are compared', { assertions });
  if (mode === 'partial' && Object.values(also).some(readsOtherwise))
    return approximatedPart(
      type,
      'toolCalledWith',
      'only the outermost keys are compared in part, and names of types stand for any value',
      { assertions },
    );
  return exactPart(type, `toolCalledWith, ${mode}`, { assertions });
};

/** Whether a listed argument means something else here than in promptfoo under partial matching. */
const readsOtherwise = (value: unknown): boolean =>
  (typeof value === 'object' && value !== null) || (isText(value) && PLACEHOLDERS.includes(value.trim().toLowerCase()));

const sequence: AssertionConverter = ({ type, value }) => {
  const { steps = value, mode = 'in_order' } = isObject(value) ? value : {};
  if (!Array.isArray(steps) || steps.length === 0 || (mode !== 'in_order' && mode !== 'exact'))
    return unsupportedPart(type, 'it lists no tools');
  const names = steps.map((step) => (isText(step) ? nameOf({ name: step }) : nameOf(step)));
  if (names.includes(undefined)) return unsupportedPart(type, 'it does not name each tool');
  return exactPart(type, 'toolCalledWith in order', {
    assertions: (names as string[]).map((name) => calledWith(name, {}, 'ignore')),
    matchOptions: {
      toolCallOrder: mode === 'exact' ? 'exact' : 'in-order',
      arguments: 'ignore',
      extraToolCalls: mode === 'exact' ? 0 : 'unlimited',
    },
  });
};

const stepCount: AssertionConverter = ({ type, value }) => {
  const { type: step, max, min, pattern, name } = isObject(value) ? value : {};
  return step === 'tool' && isCount(max) && min === undefined && pattern === undefined && name === undefined
    ? exactPart(type, 'toolCallCountUnder', { assertions: [{ type: 'toolCallCountUnder', count: max + 1 }] })
    : unsupportedPart(type, 'only the most tool calls can be said');
};

const validCall: AssertionConverter = ({ type }) =>
  approximatedPart(
    type,
    'argumentsMatchToolSchema',
    'the schemas of the server count, not the schemas of the provider',
    {
      assertions: [{ type: 'argumentsMatchToolSchema' }],
    },
  );

const errorSpans: AssertionConverter = ({ type, value }) =>
  (isObject(value) ? value.max_count : value) === 0
    ? approximatedPart(type, 'noToolErrors', 'only errors of tools count', { assertions: [{ type: 'noToolErrors' }] })
    : unsupportedPart(type, 'only the absence of errors can be said');

/** The tool that a matcher names; a pattern without wildcards is a name. */
function nameOf(value: unknown): string | undefined {
  const { name, pattern = name } = isObject(value) ? value : {};
  const found = name ?? pattern;
  return isText(found) && found !== '' && (name !== undefined || !WILDCARD.test(found)) ? found : undefined;
}

/** Converters for promptfoo's assertions on tool calls. */
export const toolConverters: Record<string, AssertionConverter> = {
  'tool-call-f1': f1,
  'trajectory:tool-used': toolUsed,
  'not-trajectory:tool-used': toolNotUsed,
  'trajectory:tool-args-match': argsMatch,
  'trajectory:tool-sequence': sequence,
  'trajectory:step-count': stepCount,
  'is-valid-openai-tools-call': validCall,
  'is-valid-openai-function-call': validCall,
  'is-valid-function-call': validCall,
  'trace-error-spans': errorSpans,
};
