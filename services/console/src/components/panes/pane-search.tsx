import '../filter-bar/filter-bar.css';
import './pane-search.css';
import { Icon } from '../icon/icon.tsx';

/** The search at the head of a pane; `/` leads to it. */
export const PaneSearch = ({
  label,
  placeholder,
  value,
  onValue,
}: {
  label: string;
  placeholder: string;
  value: string;
  onValue: (value: string) => void;
}) => (
  <div className="pane-search">
    <span className="input search">
      <Icon name="search" />
      <input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={value}
        data-list-search=""
        onChange={(event) => onValue(event.target.value)}
      />
      <kbd aria-hidden="true">/</kbd>
    </span>
  </div>
);
