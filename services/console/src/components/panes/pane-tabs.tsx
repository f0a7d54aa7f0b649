import './pane-tabs.css';
import type { ReactNode } from 'react';
import { Segments } from '../segments/segments.tsx';

/**
 * Panes beside each other; below 1100 px they are tabs in the same order, of which `value` is shown. `columns` names the
 * widths: a class of the screen.
 */
export const PaneTabs = <Value extends string>({
  options,
  value,
  onChange,
  label,
  columns,
  children,
}: {
  options: readonly (readonly [value: Value, word: string])[];
  value: Value;
  onChange: (value: Value) => void;
  label: string;
  columns: string;
  children: ReactNode;
}) => (
  <>
    <div className="pane-switch">
      <Segments {...{ options, value, onChange, label }} />
    </div>
    <div className={`panes tabbed ${columns}`} data-shown={options.findIndex(([option]) => option === value) + 1}>
      {children}
    </div>
  </>
);
