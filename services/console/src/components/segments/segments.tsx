import './segments.css';
import { Icon, type IconName } from '../icon/icon.tsx';

/** A choice among two to four words, of which one is in force. */
export const Segments = <Value extends string>({
  options,
  value,
  onChange,
  label,
}: {
  options: readonly (readonly [value: Value, word: string, icon?: IconName])[];
  value: Value;
  onChange: (value: Value) => void;
  label: string;
}) => (
  <span className="segments" role="group" aria-label={label}>
    {options.map(([option, word, icon]) => (
      <button
        key={option}
        type="button"
        aria-pressed={option === value}
        onClick={() => {
          onChange(option);
        }}
      >
        {icon && <Icon name={icon} />}
        {word}
      </button>
    ))}
  </span>
);
