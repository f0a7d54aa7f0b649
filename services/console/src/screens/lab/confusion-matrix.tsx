import { Foreign } from '../../components/foreign/foreign.tsx';
import { Section } from '../../components/section/section.tsx';
import { Tag } from '../../components/tag/tag.tsx';
import { visibleText } from '../../lib/visible-text.ts';
import { matrixOf, NONE, total, type ConfusionCell, type Lab, type LabReport, type Sides } from './confusion.ts';

/** The width of the first and the last column, and the least of the others, in pixels. */
const [FIXED, NARROWEST] = [264, 46];

interface Pair {
  expected: string;
  called: string;
}

/** For each tool that was right, what was called. Below 640 px the wrong calls alone are listed. */
export function ConfusionMatrix({
  report,
  overrides,
  pair,
  onSelect,
}: {
  report: LabReport;
  overrides: Lab['overrides'];
  pair: Pair | undefined;
  onSelect: (pair: Pair) => void;
}) {
  const { columns, lines } = matrixOf(report);
  const isCompared = report.comparison !== null;
  const renamed = (tool: string): boolean =>
    overrides.some(({ toolName, name }) => toolName === tool && name !== undefined);
  const rewritten = (tool: string): boolean => overrides.some(({ toolName }) => toolName === tool);
  if (lines.length === 0) return null;
  return (
    <Section
      title="Which tools are confused"
      about={`rows: the tool that was right; columns: the tool that was called${isCompared ? '; old → new' : ''}`}
    >
      <div className="frame confusion-place wide-only">
        <table
          className="confusion"
          role="grid"
          aria-label="Confused tools"
          style={{ minWidth: FIXED + (columns.length + 1) * NARROWEST }}
        >
          <thead>
            <tr>
              <th scope="col">Right tool</th>
              {[...columns, NONE].map((column) => (
                <th scope="col" key={column} className="cell" title={visibleText(column)}>
                  <span className="cut">{visibleText(column)}</span>
                </th>
              ))}
              <th scope="col" className="num">
                Right
              </th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ expected, cells, right, trials }) => (
              <tr key={expected} className={pair?.expected === expected ? 'selected' : undefined}>
                <th scope="row" className="fit-cell">
                  <code>
                    <Foreign text={expected} />
                  </code>
                  {rewritten(expected) && <Tag tone="warn">{renamed(expected) ? 'renamed' : 'rewritten'}</Tag>}
                </th>
                {cells.map((cell) => (
                  <Cell
                    key={cell.called}
                    cell={cell}
                    expected={expected}
                    isSelected={pair?.expected === expected && pair.called === cell.called}
                    onSelect={() => onSelect({ expected, called: cell.called })}
                  />
                ))}
                <td className="num muted no-wrap">{`${total(right)} of ${total(trials)}`}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <ul className="frame list narrow-only confused-list">
        {lines.flatMap(({ expected, cells }) =>
          cells
            .filter(({ isRight, sides }) => !isRight && sides && total(sides) > 0)
            .map(({ called, sides }) => (
              <li key={`${expected}:${called}`}>
                <button type="button" onClick={() => onSelect({ expected, called })}>
                  <span>
                    <code>{visibleText(expected)}</code>
                    <span className="faint"> called </span>
                    <code>{visibleText(called)}</code>
                  </span>
                  <span className="num">{sidesText(sides!)}</span>
                </button>
              </li>
            )),
        )}
      </ul>
    </Section>
  );
}

const sidesText = ({ old, new: now }: Sides): string =>
  old === now || now === 0 || old === 0 ? String(old + now) : `${old} → ${now}`;

function Cell({
  cell: { called, sides, isRight },
  expected,
  isSelected,
  onSelect,
}: {
  cell: ConfusionCell;
  expected: string;
  isSelected: boolean;
  onSelect: () => void;
}) {
  const count = sides ? total(sides) : 0;
  const tone = isRight ? 'right' : count > 0 ? (called === NONE ? '' : 'wrong') : '';
  return (
    <td className={`cell ${tone}${isSelected ? ' chosen' : ''}`}>
      <button type="button" aria-pressed={isSelected} tabIndex={isSelected ? 0 : -1} onClick={onSelect}>
        <span className="visually-hidden">{`${visibleText(expected)} expected, ${visibleText(called)} called: `}</span>
        {count === 0 ? (
          <span className="faint">·</span>
        ) : sides && sides.old !== sides.new ? (
          <>
            <b>{sides.old}</b> <span className="faint">→ {sides.new}</span>
          </>
        ) : (
          <b>{count}</b>
        )}
      </button>
    </td>
  );
}
