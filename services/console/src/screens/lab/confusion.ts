import type { ReplyOf } from '../../data/operations.ts';

export type Lab = ReplyOf<'getCatalogueLab'>;
export type LabReport = NonNullable<Lab['report']>;
type Row = LabReport['confusion'][number];
export type Sides = Row['right'];

/** The column of trials in which no tool was called. */
export const NONE = 'none';

/** One cell: in how many trials an expected tool led to a called one. */
export interface ConfusionCell {
  called: string;
  sides: Sides | undefined;
  isRight: boolean;
}

export interface ConfusionLine {
  expected: string;
  cells: ConfusionCell[];
  right: Sides;
  trials: Sides;
}

/** The tools that were expected or called, as rows and columns of one table. */
export function matrixOf({ confusion }: LabReport): { columns: string[]; lines: ConfusionLine[] } {
  const expected = confusion.map(({ expectedTool }) => expectedTool);
  const others = confusion
    .flatMap(({ called }) => called.map(({ tool }) => tool))
    .filter((tool) => !expected.includes(tool));
  const columns = [...expected, ...new Set(others)];
  return {
    columns,
    lines: confusion.map((row) => ({
      expected: row.expectedTool,
      right: row.right,
      trials: row.trials,
      cells: [
        ...columns.map((called): ConfusionCell => ({
          called,
          isRight: called === row.expectedTool,
          sides: called === row.expectedTool ? row.right : row.called.find(({ tool }) => tool === called),
        })),
        { called: NONE, isRight: false, sides: row.none },
      ],
    })),
  };
}

export const total = ({ old, new: now }: Sides): number => old + now;

/** The most frequent wrong call of a lab; undefined when no call was wrong. */
export function worstPair({ confusion }: LabReport): { expected: string; called: string } | undefined {
  const all = confusion.flatMap(({ expectedTool, called }) =>
    called.map((one) => ({ expected: expectedTool, called: one.tool, count: total(one) })),
  );
  return all.toSorted((a, b) => b.count - a.count)[0];
}

/** A pair as the address has it. */
export const pairText = ({ expected, called }: { expected: string; called: string }): string => `${expected}:${called}`;

/** The pair of an address, if the report knows it. */
export function pairIn(report: LabReport, text: string | undefined): { expected: string; called: string } | undefined {
  if (text === undefined) return undefined;
  const row = report.confusion.find(({ expectedTool }) => text.startsWith(`${expectedTool}:`));
  return row && { expected: row.expectedTool, called: text.slice(row.expectedTool.length + 1) };
}
