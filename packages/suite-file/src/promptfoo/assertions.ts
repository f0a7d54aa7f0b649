import { given } from '@assay/contract/given';
import { isObject } from '@assay/contract/json';
import { unsupportedPart, approximatedPart, type ConvertedPart } from '../fidelity.ts';
import { isText, type JsonObject } from '../json.ts';
import { outputConverters, type AssertionConverter, type PromptfooAssertion } from './output-assertions.ts';
import { fillTemplatesDeep, TemplateError } from './template.ts';
import { toolConverters } from './tool-assertions.ts';

const rows: Record<string, AssertionConverter> = { ...outputConverters, ...toolConverters };

/** Reasons for assertion types without a row, for people. */
const REASONS: [RegExp, string][] = [
  [/^(?:javascript|python|ruby|webhook)$/, 'code of the file is never run'],
  [/^not-i?contains-all$/, 'that one of several texts is missing cannot be said'],
  [/^not-(?:javascript|python|ruby|webhook)$/, 'code of the file is never run'],
  [/^not-/, 'the opposite of this kind cannot be asserted'],
  [/^(?:cost|perplexity|perplexity-score)$/, 'nothing of the kind is measured'],
  [/^(?:similar|classifier|moderation|answer-relevance|context-)/, 'it needs a grader of its own'],
];

/** The conversion of a test's assertions; `templates` are the assertion templates of the file. */
export const convertedAssertions = (
  asserts: readonly unknown[],
  vars: JsonObject,
  templates: JsonObject,
): ConvertedPart[] => oneSequence(asserts.flatMap((each) => carriedAssertion(each, vars, templates)));

function carriedAssertion(each: unknown, vars: JsonObject, templates: JsonObject): ConvertedPart[] {
  const source = resolved(each, templates);
  if (!isObject(source) || !isText(source.type)) return [unsupportedPart('An assertion', 'it has no type')];
  const { type, value, threshold, transform, contextTransform, weight, config } = source;
  const weighed = (carried: ConvertedPart[]) => (weight === 0 ? carried.map(advisory) : carried);
  if (type === 'assert-set') return weighed(assertSet(source, vars, templates));
  if (transform !== undefined || contextTransform !== undefined)
    return [unsupportedPart(type, 'it looks at a transformed reply')];
  if (isText(value) && value.startsWith('file://')) return [unsupportedPart(type, 'its value is in another file')];
  const row = Object.hasOwn(rows, type) ? rows[type] : undefined;
  if (!row)
    return [
      unsupportedPart(type, REASONS.find(([pattern]) => pattern.test(type))?.[1] ?? 'nothing here says the same'),
    ];
  const carried = attempt(row, { type, value, threshold: typeof threshold === 'number' ? threshold : undefined }, vars);
  return weighed([config === undefined ? carried : approximated(carried, 'its config is not used')]);
}

function attempt(row: AssertionConverter, source: PromptfooAssertion, vars: JsonObject): ConvertedPart {
  try {
    return row({ ...source, value: fillTemplatesDeep(source.value, vars) });
  } catch (error) {
    if (error instanceof TemplateError) return unsupportedPart(source.type, error.message);
    throw error;
  }
}

function resolved(each: unknown, templates: JsonObject): unknown {
  const name =
    isObject(each) && isText(each.$ref) ? /^#\/assertionTemplates\/([^/]+)$/.exec(each.$ref)?.[1] : undefined;
  return name !== undefined && Object.hasOwn(templates, name) ? templates[name] : each;
}

function assertSet({ assert, threshold }: JsonObject, vars: JsonObject, templates: JsonObject): ConvertedPart[] {
  const carried = (Array.isArray(assert) ? assert : []).flatMap((each) => carriedAssertion(each, vars, templates));
  return threshold === undefined
    ? carried
    : [...carried, approximatedPart('assert-set', 'all of its assertions', 'its threshold is not used')];
}

/** An assertion of weight 0 becomes advisory. Match options and the judge's text would decide, so they are left out. */
function advisory(carried: ConvertedPart): ConvertedPart {
  const { expectedOutput, matchOptions, assertions, ...rest } = carried;
  if (carried.fidelity === 'unsupported') return carried;
  if (expectedOutput !== undefined)
    return unsupportedPart('A rubric of weight 0', 'the judge of goal completion would decide by it');
  const advised = {
    ...rest,
    note: `${rest.note}, advisory as its weight is 0`,
    ...given({ assertions: assertions?.map((each) => ({ ...each, role: 'advisory' as const })) }),
  };
  return matchOptions ? approximated(advised, 'the order is not compared') : advised;
}

const approximated = (carried: ConvertedPart, why: string): ConvertedPart =>
  carried.fidelity === 'unsupported'
    ? carried
    : { ...carried, fidelity: 'approximated', note: `${carried.note}; ${why}` };

/** Match options apply to all expected calls of a case, so only a single sequence keeps its meaning. */
function oneSequence(carried: ConvertedPart[]): ConvertedPart[] {
  const expecting = carried.filter(({ assertions = [] }) => assertions.some(({ type }) => type === 'toolCalledWith'));
  if (expecting.length < 2) return carried;
  return carried.map((each) => {
    if (!each.matchOptions) return each;
    const { matchOptions: _, ...rest } = each;
    return {
      ...rest,
      fidelity: 'approximated',
      note: `${each.note}, but beside other expected calls their order is not compared`,
    };
  });
}
