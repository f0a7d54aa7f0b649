import { CreateEvalCase, UpdateEvalCase } from '@assay/contract/areas/cases/documents';
import type { JsonObject } from '../json-schema.ts';
import { longText, unexpectedValues, type Place, type Row } from './row.ts';

// The bounds in this file are copied by hand from the interface specification.

const draft = { title: 'Greets', steps: [{ id: 's1', kind: 'prompt', prompt: 'Say hello.' }] };
const within =
  (field: string, whole: JsonObject) =>
  (key: string): Place => ({
    schema: CreateEvalCase,
    path: `/${field}/${key}`,
    around: (value) => ({ ...draft, [field]: { ...whole, [key]: value } }),
  });
const changed = (place: Place): Place => ({
  ...place,
  schema: UpdateEvalCase,
  around: (value) => ({ import: place.around(value).import! }),
});
const missing =
  (field: string, whole: JsonObject) =>
  (key: string): Place => ({
    schema: CreateEvalCase,
    path: `/${field}/${key}`,
    around: () => ({ ...draft, [field]: Object.fromEntries(Object.entries(whole).filter(([each]) => each !== key)) }),
  });

const claim = { status: 'approximated', sourceCaseKey: 'k', note: 'n' };
const source = {
  format: 'markdown',
  method: 'ai',
  fileName: 'cases.md',
  fileHash: 'a0'.repeat(32),
  excerpt: '# Greets',
  startLine: 1,
  endLine: 2,
  extractorVersion: '1',
};
const text = (max: number): Row => ({ fits: ['a', longText(max)], breaks: ['', longText(max + 1), 5, null] });
const line: Row = { fits: [1, 1_000_000], breaks: [0, -1, 1.5, '1', null] };

test.each<[string, Row]>([
  ['status', { fits: ['exact', 'approximated', 'unsupported', 'unresolved'], breaks: ['approved', '', null] }],
  ['sourceCaseKey', text(512)],
  ['note', text(2000)],
])('%s of an import claim has the bounds of the specification', (key, row) => {
  const place = within('import', claim)(key);
  expect(unexpectedValues(place, row)).toEqual([]);
  expect(unexpectedValues(changed(place), row)).toEqual([]);
});

test.each<[string, Row]>([
  ['format', { fits: ['markdown'], breaks: ['html', '', null] }],
  ['method', { fits: ['ai'], breaks: ['manual', '', null] }],
  ['fileName', text(255)],
  [
    'fileHash',
    {
      fits: ['0'.repeat(64), 'abcdef'.padEnd(64, '9')],
      breaks: ['0'.repeat(63), '0'.repeat(65), 'A'.repeat(64), 'g'.repeat(64), `${'0'.repeat(64)}\n`, ''],
    },
  ],
  ['excerpt', text(102_400)],
  ['startLine', line],
  ['endLine', line],
  ['extractorVersion', text(100)],
])('%s of a source has the bounds of the specification', (key, row) =>
  expect(unexpectedValues(within('source', source)(key), row)).toEqual([]),
);

test.each(Object.keys(source))('a source requires its %s', (key) =>
  expect(unexpectedValues(missing('source', source)(key), { fits: [], breaks: [null] })).toEqual([]),
);

test.each(['zz', 'verified'])('a source has no %s', (key) =>
  expect(unexpectedValues(within('source', source)(key), { fits: [], breaks: [true] })).toEqual([]),
);

test.each(['approval', 'approvals', 'approvedBy', 'approved', 'reason', '_id', 'internalId', 'runId'])(
  'an import claim with the key %s is refused, never stripped',
  (key) => {
    const place = within('import', claim)(key);
    expect(unexpectedValues(place, { fits: [], breaks: [true, null] })).toEqual([]);
    expect(unexpectedValues(changed(place), { fits: [], breaks: [true, null] })).toEqual([]);
  },
);

test('an import claim requires its status', () => {
  expect(unexpectedValues(missing('import', claim)('status'), { fits: [], breaks: [null] })).toEqual([]);
  expect(unexpectedValues(changed(missing('import', claim)('status')), { fits: [], breaks: [null] })).toEqual([]);
});

test('an exact claim cites its mapping; other claims need not', () => {
  const place: Place = {
    schema: CreateEvalCase,
    path: '/import/note',
    around: (value) => ({ ...draft, import: value }),
  };
  const row: Row = {
    fits: [
      { status: 'exact', note: 'n' },
      { status: 'approximated' },
      { status: 'unsupported' },
      { status: 'unresolved' },
    ],
    breaks: [{ status: 'exact' }, { status: 'exact', sourceCaseKey: 'k' }],
  };
  expect(unexpectedValues(place, row)).toEqual([]);
  expect(unexpectedValues(changed(place), row)).toEqual([]);
});
