import type { EvalAssertion } from '@assay/contract/areas/cases/assertion';
import type { CreateEvalCase } from '@assay/contract/areas/cases/documents';
import { given } from '@assay/contract/given';
import { isObject } from '@assay/contract/json';
import { keptText } from '@assay/kit/text/kept-text';
import { idOf, asOneLine } from '../conversion.ts';
import { claimOf, exactPart, unsupportedPart, approximatedPart, type ConvertedPart } from '../fidelity.ts';
import { asText, isText, isTexts, listOf, type JsonObject } from '../json.ts';
import { expectationsOf } from './expectations.ts';
import { CaseFields, isPresent, isNonBlankText } from './case-fields.ts';
import { leftoverFields, caseActionsOf } from './case-actions.ts';

const MAX_RUNS = 10;
const MAX_OUTPUT = 10_000;

/** A case of a file as a case of ours; its claim lists the lost parts. */
export function caseOf(source: JsonObject, key: string, servers: readonly string[]): CreateEvalCase {
  const fields = new CaseFields(source);
  const spoken = caseActionsOf(fields, servers);
  const expects = [
    ...callsOf(fields),
    ...outputOf(fields, spoken.calls),
    ...containedOf(fields, spoken.calls),
    ...missingOf(fields, spoken.calls),
    ...spoken.expects,
  ];
  const steps = [
    ...spoken.steps,
    ...expects
      .flatMap(({ assertions = [] }) => assertions)
      .map((assertion, i) => ({ id: `assert-${i + 1}`, kind: 'assert' as const, assertion })),
  ];
  const expectedOutput = expects.find((each) => each.expectedOutput !== undefined)?.expectedOutput;
  const [id, runs, model] = [identityOf(fields), fields.take('runs', isCount), modelOf(fields)];
  const isNegative = fields.take('negative', isBoolean);
  const left = leftoverFields('The case', fields);
  return {
    title:
      asOneLine(
        (['title', 'description', 'prompt'] as const).map((field) => fields.value(field)).find(isNonBlankText) ?? key,
        500,
      ) || key,
    ...given({ id: id.kept }),
    steps,
    ...given({ expectedOutput }),
    ...(runs !== undefined && { iterations: Math.min(runs, MAX_RUNS) }),
    ...(isNegative && { isNegative }),
    ...(model !== undefined && { models: [{ model }] }),
    import: claimOf(
      [
        ...spoken.does,
        ...id.carried,
        ...left.does,
        ...(runs !== undefined && runs > MAX_RUNS
          ? [approximatedPart('The number of runs', `${MAX_RUNS}`, 'more are not possible')]
          : []),
      ],
      [...expects, ...left.expects],
      key,
    ),
  };
}

const isCount = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 1;
const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';

/** The id of a case; an id that is invalid here is dropped, so that the case is identified by its position. */
function identityOf(fields: CaseFields): { kept?: string; carried: ConvertedPart[] } {
  const id = asText(fields.value('id'));
  if (id === undefined) return { carried: [] };
  if (!isText(id) || !/^[\x20-\x7e]+$/.test(id) || !/\w/.test(id))
    return {
      carried: [{ fidelity: 'exact', note: 'The id is left out, as it has other characters than ids have here' }],
    };
  return { kept: /^[\w-]{1,128}$/.test(id) ? id : idOf(id), carried: [] };
}

function callsOf(fields: CaseFields): ConvertedPart[] {
  const calls = fields.take('calls', isPresent);
  return expectationsOf(
    calls,
    calls === undefined || isObject(calls) ? undefined : fields.take('matchMode', isPresent),
  );
}

/** The expected answer, graded by the judge; the result of a tool call cannot be graded by it. */
function outputOf(fields: CaseFields, calls: boolean): ConvertedPart[] {
  const output = calls ? undefined : fields.take('output', isNonBlankText);
  if (output === undefined) return [];
  const why = 'the judge of goal completion grades it, where the suite has one';
  const cut = output.length > MAX_OUTPUT ? `${why}; of its text the beginning is kept` : why;
  return [
    approximatedPart('The expected result', 'expectedOutput', cut, { expectedOutput: keptText(output, MAX_OUTPUT) }),
  ];
}

/** Texts that the answer has to contain, or must not. */
const containedOf = (fields: CaseFields, calls: boolean): ConvertedPart[] =>
  textsOf(
    'Text to be contained',
    listOf(fields.take('contains', isPresent)),
    calls ? 'toolResultContains' : 'responseContains',
  );
const missingOf = (fields: CaseFields, calls: boolean): ConvertedPart[] =>
  textsOf(
    'Text not to be contained',
    listOf(fields.take('notContains', isPresent)),
    calls ? 'toolResultNotContains' : 'responseNotContains',
  );

type TextAssertion = 'toolResultContains' | 'responseContains' | 'toolResultNotContains' | 'responseNotContains';

function textsOf(what: string, needles: unknown[], type: TextAssertion): ConvertedPart[] {
  if (needles.length === 0) return [];
  if (!isTexts(needles) || !needles.every((needle) => needle !== '' && needle.length <= 1000))
    return [unsupportedPart(what, 'it is not text')];
  const assertions = needles.map((needle): EvalAssertion => ({ type, needle, caseSensitive: true }));
  return [exactPart(what, type, { assertions })];
}

function modelOf(fields: CaseFields): string | undefined {
  const model = fields.take('model', (value): value is unknown => modelName(value) !== undefined);
  return model === undefined
    ? undefined
    : modelName(model, isObject(model) ? undefined : fields.take('provider', isText));
}

/** A model in provider/name form, as files write it: as text, or as an object. */
export function modelName(model: unknown, provider?: unknown): string | undefined {
  const [name, from] = isObject(model) ? [model.id ?? model.name ?? model.model, model.provider] : [model, provider];
  if (!isText(name) || name.trim() === '') return undefined;
  return (isText(from) && from !== '' && !name.startsWith(`${from}/`) ? `${from}/${name}` : name).slice(0, 200);
}
