import { useState } from 'react';
import type { EvalRunCase } from '@assay/sdk';
import { markOfCase } from './trial-marks.ts';

const RANKS: Record<string, number> = { failed: 0, passed: 1, open: 2, running: 3, pending: 4 };
const rankOf = (row: EvalRunCase): number => RANKS[markOfCase(row)]!;
const keyOf = ({ testCaseId, model }: EvalRunCase): string => `${testCaseId} ${model ?? ''}`;

/**
 * Rows in the order in which they were read: what changes in place keeps its place. `moved` counts the rows that stand
 * elsewhere in the new order, failed first, which `reorder` shows; rows that come later follow at the end.
 */
export function useReadOrder(all: readonly EvalRunCase[], key: string) {
  const sorted = all.toSorted((a, b) => rankOf(a) - rankOf(b));
  const [kept, keep] = useState<{ key: string; order: readonly string[] }>({ key, order: [] });
  const known = new Set(kept.key === key ? kept.order : []);
  const order = [
    ...(kept.key === key ? kept.order : []),
    ...(known.size === 0 ? sorted : all).map(keyOf).filter((each) => !known.has(each)),
  ];
  if (order.length !== known.size) keep({ key, order });
  const byKey = new Map(all.map((row) => [keyOf(row), row]));
  const rows = order.flatMap((each) => byKey.get(each) ?? []);
  return {
    rows,
    moved: rows.filter((row, index) => sorted[index] && keyOf(sorted[index]) !== keyOf(row)).length,
    reorder: () => keep({ key, order: sorted.map(keyOf) }),
  };
}
