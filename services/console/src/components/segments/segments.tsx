import './segments.css';

/** A choice among two to four words, of which one is in force. */
export const Segments = <Value extends string>({
  options,
  value,
  onChange,
  label,
}: {
  options: readonly (readonly [value: Value, word: string])[];
  value: Value;
  onChange: (value: Value) => void;
  label: string;
}) => (
  <span className="segments" role="group" aria-label={label}>
    {options.map(([option, word]) => (
      <button
        key={option}
        type="button"
        aria-pressed={option === value}
        onClick={() => {
          onChange(option);
        }}
      >
        {word}
      </button>
    ))}
  </span>
);
