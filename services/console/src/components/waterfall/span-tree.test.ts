import type { TraceSpan } from '@assay/contract/areas/transcripts/trace';
import { spanRows, unfoldedRows } from './span-tree.ts';

const span = (id: string, startMs: number, more: Partial<TraceSpan> = {}): TraceSpan => ({
  id,
  name: id,
  category: 'tool',
  startMs,
  endMs: startMs + 10,
  ...more,
});
const spans = [
  span('ask', 0, { category: 'step', stepIndex: 0, endMs: 50 }),
  span('connect', 1, { category: 'client' }),
  span('call', 5, { stepIndex: 0 }),
  span('inner', 6, { parentId: 'call' }),
  span('then', 60, { category: 'step', stepIndex: 1, endMs: 70 }),
  span('lost', 61, { parentId: 'nowhere', stepIndex: 7 }),
];

test('spans stand below their parent, their step, or the step that goes on while they begin', () => {
  expect(spanRows(spans).map(({ span: { id }, depth, descendants }) => [id, depth, descendants])).toEqual([
    ['ask', 0, 3],
    ['connect', 1, 0],
    ['call', 1, 1],
    ['inner', 2, 0],
    ['then', 0, 0],
    ['lost', 0, 0],
  ]);
});

test('the spans below a folded one are left out', () => {
  const shown = (...ids: string[]) => unfoldedRows(spanRows(spans), new Set(ids)).map((row) => row.span.id);
  expect(shown('call')).toEqual(['ask', 'connect', 'call', 'then', 'lost']);
  expect(shown('ask', 'call')).toEqual(['ask', 'then', 'lost']);
});

test('a span that names itself as its parent is a row', () => {
  expect(spanRows([span('a', 0, { parentId: 'a' })])).toMatchObject([{ depth: 0 }]);
});
