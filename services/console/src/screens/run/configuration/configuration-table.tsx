import { Fragment } from 'react';
import type { EvalConfigurationItem, EvalRunConfiguration } from '@assay/sdk';
import { useListKeys } from '../../../components/data-table/use-list-keys.ts';
import { Foreign } from '../../../components/foreign/foreign.tsx';
import { Mark } from '../../../components/mark/mark.tsx';

const PARTS = [
  ['tested', 'What was tested'],
  ['connected', 'How it connected'],
  ['graded', 'How it was graded'],
  ['launched', 'Launch'],
] as const;

/** The settings of a run in four parts, beside the same of another run. */
export function ConfigurationTable({
  configuration: { run, base, items },
  onlyDifferences,
  selected,
  onSelect,
}: {
  configuration: EvalRunConfiguration;
  onlyDifferences: boolean;
  selected: string | undefined;
  onSelect: (field: string) => void;
}) {
  const shown = onlyDifferences ? items.filter(({ differs }) => differs) : items;
  const fields = PARTS.flatMap(([part]) => shown.filter((item) => item.part === part).map(({ field }) => field));
  useListKeys({ ids: fields, at: selected, moveTo: onSelect, hasFilters: false });
  return (
    <div className="frame">
      <table className="configuration-table">
        <thead>
          <tr>
            <th className="mark-cell" aria-label="Differs" />
            <th aria-label="Setting" />
            <th>Run {run.runNumber}</th>
            {base && <th>Run {base.runNumber}</th>}
          </tr>
        </thead>
        <tbody>
          {PARTS.map(([part, word]) => {
            const rows = shown.filter((item) => item.part === part);
            return (
              rows.length > 0 && (
                <Fragment key={part}>
                  <tr className="group">
                    <td colSpan={base ? 4 : 3}>{word}</td>
                  </tr>
                  {rows.map((item) => (
                    <Row
                      key={item.field}
                      item={item}
                      hasBase={base !== null}
                      isSelected={item.field === selected}
                      onSelect={onSelect}
                    />
                  ))}
                </Fragment>
              )
            );
          })}
          {shown.length === 0 && (
            <tr>
              <td colSpan={4} className="muted">
                Nothing differs.
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
}

const Row = ({
  item: { part, field, label, value, baseValue, differs },
  hasBase,
  isSelected,
  onSelect,
}: {
  item: EvalConfigurationItem;
  hasBase: boolean;
  isSelected: boolean;
  onSelect: (field: string) => void;
}) => (
  <tr className={isSelected ? 'selected' : undefined} onClick={() => onSelect(field)}>
    <td className="mark-cell">
      <Mark kind={differs ? (part === 'launched' ? 'note' : 'warning') : 'pending'} word={differs ? 'Differs' : ''} />
    </td>
    <td className="setting">
      <Foreign text={label} />
    </td>
    <td className="value">
      {value === null ? <span className="faint">not in this run</span> : <Foreign text={value} />}
    </td>
    {hasBase && (
      <td className="value">
        {differs ? (
          baseValue === null || baseValue === undefined ? (
            <span className="faint">not in that run</span>
          ) : (
            <Foreign text={baseValue === value ? `${baseValue}, of another text` : baseValue} />
          )
        ) : (
          <span className="muted">the same</span>
        )}
      </td>
    )}
  </tr>
);
