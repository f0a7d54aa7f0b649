import { EvalAssertion } from '@assay/contract/areas/cases/assertion';
import { CaseChecks } from '@assay/contract/areas/cases/documents';
import { EvalTestStep } from '@assay/contract/areas/cases/step';
import { closed } from '@assay/contract/schema';
import { plainSchema, type Json, type JsonObject } from '../json-schema.ts';
import { longText, unexpectedValues, repeatedList, type Place, type Row } from './row.ts';

// The types, fields and bounds in this file are copied by hand from the interface specification, and from our additions to it.

const tool = { toolName: 'search' };
const sent = { args: { q: 'x' } };
const observation = { role: 'advisory' };

/** Every assertion type with its required and optional fields. */
const TYPES: Record<string, { needs: JsonObject; may?: JsonObject }> = {
  toolDescriptionsPresent: { needs: {}, may: { minLength: 20 } },
  toolAnnotationsPresent: { needs: {}, may: { require: ['readOnlyHint', 'destructiveHint'] } },
  toolNamesUnique: { needs: {} },
  noDeprecatedToolExposed: { needs: observation },
  toolInputSchemasWellFormed: { needs: {} },
  toolOutputSchemasPresent: { needs: {} },
  toolCalledWith: { needs: { ...tool, args: sent }, may: { minCount: 2 } },
  toolCalledAtLeastOnce: { needs: tool },
  toolNeverCalled: { needs: tool },
  onlyToolsCalled: { needs: { toolNames: ['search', 'fetch'] } },
  firstToolWas: { needs: tool },
  responseContains: { needs: { needle: 'found' }, may: { caseSensitive: true } },
  responseNotContains: { needs: { needle: 'found' }, may: { caseSensitive: true } },
  responseMatches: { needs: { pattern: '^found' } },
  responseNotMatches: { needs: { pattern: '^found' } },
  noToolErrors: { needs: {} },
  finalAssistantMessageNonEmpty: { needs: {} },
  tokenBudgetUnder: { needs: { tokens: 1000 } },
  widgetRendered: { needs: {}, may: tool },
  widgetRenderLatencyUnder: { needs: { ms: 500 }, may: tool },
  widgetNoConsoleErrors: { needs: {}, may: tool },
  turnCountUnder: { needs: { turns: 3 } },
  noEndingQuestion: { needs: observation },
  toolLatencyUnder: { needs: { ms: 500 }, may: tool },
  toolResultContains: { needs: { needle: 'found' }, may: { ...tool, caseSensitive: false } },
  toolResultNotContains: { needs: { needle: 'found' }, may: { ...tool, caseSensitive: false } },
  toolResultMatchesSchema: { needs: { schema: { type: 'object' } }, may: tool },
  // Ours, beyond the specification.
  toolResultMatchesDeclaredSchema: { needs: {}, may: tool },
  toolResultSizeUnder: { needs: { maxBytes: 1024 }, may: tool },
  argumentsMatchToolSchema: { needs: {}, may: tool },
  noRepeatedIdenticalCall: { needs: observation, may: tool },
  toolCallCountUnder: { needs: { count: 5 }, may: tool },
  toolCalledBefore: { needs: { ...tool, beforeToolName: 'fetch' } },
  noDeprecatedToolCalled: { needs: observation },
  noDestructiveToolCalled: { needs: {} },
  toolErrorNamesInput: { needs: observation, may: tool },
  fullPageHasContinuation: { needs: observation, may: tool },
};

const checks = closed({ checks: CaseChecks });
const step = closed({ step: EvalTestStep });
const places: [string, (path: string) => Place][] = [
  [
    'the checks of a case',
    (path) => ({
      schema: checks,
      path: `/checks/list/0${path}`,
      around: (assertion) => ({ checks: { mode: 'extend', list: [assertion] } }),
    }),
  ],
  [
    'an assert step',
    (path) => ({
      schema: step,
      path: `/step/assertion${path}`,
      around: (assertion) => ({ step: { id: 's1', kind: 'assert', assertion } }),
    }),
  ],
];

/** The rows of an assertion in each of the places where one may stand. */
const everywhere = (path: string, row: Row) =>
  places.flatMap(([name, place]) => unexpectedValues(place(path), row).map((surprise) => ({ name, ...surprise })));
const without = (value: JsonObject, key: string) =>
  Object.fromEntries(Object.entries(value).filter(([each]) => each !== key));

test('there are the types of the specification, and no others', () => {
  expect(plainSchema(EvalAssertion).oneOf!.map(({ properties }) => properties!.type!.const)).toEqual(
    Object.keys(TYPES),
  );
  expect(everywhere('/type', { fits: [], breaks: [{ type: 'unknown' }, { type: '' }, { type: 5 }, {}] })).toEqual([]);
});

describe.each(Object.entries(TYPES))('%s', (type, { needs, may = {} }) => {
  const least = { type, ...needs };
  const isObservation = needs.role === 'advisory';

  test('has the fields of the specification', () => {
    const fits = [
      least,
      { ...least, ...may },
      ...Object.entries(may).map(([key, value]) => ({ ...least, [key]: value })),
    ];
    expect(everywhere('', { fits, breaks: [] })).toEqual([]);
    expect(everywhere('/zz', { fits: [], breaks: [{ ...least, zz: 1 }] })).toEqual([]);
    expect(
      Object.keys(needs).flatMap((key) => everywhere(`/${key}`, { fits: [], breaks: [without(least, key)] })),
    ).toEqual([]);
  });

  test('has every role, or as an observation only `advisory`, and warns only as an advisory one', () => {
    const roles = ['gating', 'required'].map((role) => ({ ...least, role }));
    const fits = [
      { ...least, role: 'advisory' },
      { ...least, role: 'advisory', severity: 'warn' },
    ];
    const unknown = ['other', '', null].map((role) => ({ ...least, role }));
    const loud = [{ ...least, role: undefined }, ...roles].map((each) => ({ ...each, severity: 'warn' }) as JsonObject);
    expect(
      everywhere(
        '/role',
        isObservation
          ? { fits, breaks: [...roles, ...unknown] }
          : { fits: [...fits, ...roles], breaks: [...unknown, ...loud] },
      ),
    ).toEqual([]);
    expect(
      everywhere('/severity', {
        fits: [],
        breaks: ['error', null].map((severity) => ({ ...least, role: 'advisory', severity })),
      }),
    ).toEqual([]);
  });
});

const field = (type: string, key: string) => (value: Json) => ({ type, ...TYPES[type]!.needs, [key]: value });
const fieldRow = (type: string, key: string, { fits, breaks }: Row) =>
  everywhere(`/${key}`, { fits: fits.map(field(type, key)), breaks: breaks.map(field(type, key)) });
const fieldsOf = (wanted: (value: Json) => boolean) =>
  Object.entries(TYPES).flatMap(([type, { needs, may }]) =>
    Object.entries({ ...needs, ...may })
      .filter(([key, value]) => key !== 'role' && wanted(value))
      .map(([key]) => [type, key] as const),
  );

test.each(fieldsOf((value) => typeof value === 'number'))(
  '%s.%s is a whole number above 0 that a double holds exactly',
  (type, key) => {
    expect(
      fieldRow(type, key, { fits: [1, 9_007_199_254_740_991], breaks: [0, -1, 1.5, 9_007_199_254_740_992, '1', null] }),
    ).toEqual([]);
  },
);

test.each(fieldsOf((value) => typeof value === 'string'))('%s.%s is not empty', (type, key) => {
  expect(fieldRow(type, key, { fits: ['a', ' '], breaks: ['', 5, null] })).toEqual([]);
});

test.each(fieldsOf((value) => typeof value === 'boolean'))('%s.%s is true or false', (type, key) => {
  expect(fieldRow(type, key, { fits: [true, false], breaks: ['true', 0, null] })).toEqual([]);
});

test.each<[string, string, string, Row]>([
  [
    'toolAnnotationsPresent',
    'require',
    '',
    {
      fits: [[], ['readOnlyHint'], ['destructiveHint', 'readOnlyHint']],
      breaks: [repeatedList(3, 'readOnlyHint'), ['readOnlyHint', 'readOnlyHint'], {}],
    },
  ],
  ['toolAnnotationsPresent', 'require', '/0', { fits: [], breaks: [['idempotentHint'], ['']] }],
  [
    'toolCalledWith',
    'args',
    '',
    {
      fits: [
        { args: {} },
        ...['exact', 'partial', 'ignore'].map((argumentMatching) => ({ args: {}, argumentMatching })),
      ],
      breaks: [[], null, 'x'],
    },
  ],
  ['toolCalledWith', 'args', '/args', { fits: [], breaks: [{}, { args: [] }, { args: 'x' }] }],
  ['toolCalledWith', 'args', '/argumentMatching', { fits: [], breaks: [{ args: {}, argumentMatching: 'most' }] }],
  ['onlyToolsCalled', 'toolNames', '', { fits: [[], ['a']], breaks: ['a', null] }],
  [
    'onlyToolsCalled',
    'toolNames',
    '/1',
    {
      fits: [],
      breaks: [
        ['a', ''],
        ['a', 5],
      ],
    },
  ],
  ['toolResultContains', 'needle', '', { fits: ['a', longText(1000)], breaks: ['', longText(1001)] }],
  ['toolResultNotContains', 'needle', '', { fits: ['a', longText(1000)], breaks: ['', longText(1001)] }],
  ['toolResultMatchesSchema', 'schema', '', { fits: [null, true, false, 0, 'x', [], {}], breaks: [] }],
])('%s.%s%s has the bounds of the specification', (type, key, inner, row) =>
  expect(
    everywhere(`/${key}${inner}`, {
      fits: row.fits.map(field(type, key)),
      breaks: row.breaks.map(field(type, key)),
    }),
  ).toEqual([]),
);
