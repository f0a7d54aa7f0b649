import './filter-bar.css';
import type { ReactNode } from 'react';
import { Icon } from '../icon/icon.tsx';

/** A filter of a list: on or off, with the count of the whole list under the other filters where the API has it. */
export const Chip = ({
  isOn,
  onToggle,
  count,
  children,
}: {
  isOn: boolean;
  onToggle: () => void;
  count?: number | undefined;
  children: ReactNode;
}) => (
  <button type="button" className={`chip${isOn ? ' on' : ''}`} aria-pressed={isOn} onClick={onToggle}>
    {children}
    {count !== undefined && <span className="count">{count}</span>}
    {isOn && <Icon name="close" />}
  </button>
);

/** The filters of a list in one line; `about` says at the right what is listed and how it is sorted. */
export const FilterBar = ({ children, about }: { children: ReactNode; about?: ReactNode }) => (
  <div className="filters" role="group" aria-label="Filters">
    {children}
    {about !== undefined && <span className="push faint small wide-only">{about}</span>}
  </div>
);

/** A thin line between groups of filters. */
export const FilterGap = () => <span className="filter-gap" aria-hidden="true" />;

/** The search of a list; `/` and `f` lead to it. */
export const SearchFilter = ({
  value,
  onValue,
  label,
}: {
  value: string;
  onValue: (value: string) => void;
  label: string;
}) => (
  <span className="input search">
    <Icon name="search" />
    <input
      type="search"
      aria-label={label}
      placeholder={label}
      value={value}
      data-list-search=""
      onChange={(event) => {
        onValue(event.target.value);
      }}
    />
    {value === '' && <kbd aria-hidden="true">/</kbd>}
  </span>
);
