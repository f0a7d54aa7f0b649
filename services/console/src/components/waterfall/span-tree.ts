import type { TraceSpan } from '@assay/contract/areas/transcripts/trace';

/** A span at its place among the rows. */
export interface SpanRow {
  span: TraceSpan;
  depth: number;
  /** How many spans are below it, at any depth. */
  descendants: number;
}

/**
 * Spans as rows: each after the one that it belongs to, in the order of time. A span without a parent belongs to the
 * step of its index, or to the step that goes on while it begins.
 */
export function spanRows(spans: readonly TraceSpan[]): SpanRow[] {
  const children = Map.groupBy(spans, parentFinder(spans));
  const rows: SpanRow[] = [];
  const visit = (parentId: string | undefined, depth: number): void => {
    for (const span of children.get(parentId) ?? []) {
      const row: SpanRow = { span, depth, descendants: 0 };
      const at = rows.push(row);
      visit(span.id, depth + 1);
      row.descendants = rows.length - at;
    }
  };
  visit(undefined, 0);
  return rows;
}

/** Finds the parent of a span; a parent that is not there, and the span itself, are none. */
function parentFinder(spans: readonly TraceSpan[]): (span: TraceSpan) => string | undefined {
  const ids = new Set(spans.map(({ id }) => id));
  const steps = spans.filter(({ category }) => category === 'step');
  const byIndex = new Map(steps.map((step) => [step.stepIndex, step]));
  const around = ({ startMs }: TraceSpan) =>
    steps.length > MANY_STEPS ? undefined : steps.find((step) => step.startMs <= startMs && startMs <= step.endMs);
  return (span) => {
    if (span.parentId !== undefined && span.parentId !== span.id && ids.has(span.parentId)) return span.parentId;
    if (span.category === 'step') return undefined;
    const step = span.stepIndex === undefined ? around(span) : byIndex.get(span.stepIndex);
    return step?.id;
  };
}

/** Beyond this many steps a span without an index belongs to none: it is not worth the search. */
const MANY_STEPS = 500;

/** The rows that are not below a folded span. */
export function unfoldedRows(rows: readonly SpanRow[], folded: ReadonlySet<string>): SpanRow[] {
  if (folded.size === 0) return [...rows];
  const shown: SpanRow[] = [];
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    shown.push(row);
    if (folded.has(row.span.id)) i += row.descendants;
  }
  return shown;
}
