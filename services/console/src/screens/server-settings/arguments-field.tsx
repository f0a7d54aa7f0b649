import { useId } from 'react';
import { Button } from '../../components/button/button.tsx';

/** The arguments of a command as a list: each is one text, blanks included. */
export function ArgumentsField({
  args,
  disabled,
  onArgs,
}: {
  args: readonly string[];
  disabled: boolean;
  onArgs: (args: readonly string[]) => void;
}) {
  const id = useId();
  return (
    <div className="field" role="group" aria-labelledby={id}>
      <span id={id} className="label">
        Arguments
      </span>
      <ol className="settings-arguments">
        {args.map((arg, index) => (
          <li key={index}>
            <input
              className="input mono"
              aria-label={`Argument ${index + 1}`}
              autoComplete="off"
              value={arg}
              disabled={disabled}
              onChange={(event) => onArgs(args.with(index, event.target.value))}
            />
            {!disabled && (
              <Button
                look="quiet"
                icon="close"
                aria-label={`Remove argument ${index + 1}`}
                onClick={() => onArgs(args.toSpliced(index, 1))}
              />
            )}
          </li>
        ))}
      </ol>
      {!disabled && (
        <Button small icon="plus" onClick={() => onArgs([...args, ''])}>
          Argument
        </Button>
      )}
      <span className="hint">Each is given to the command as it is; blanks do not divide it.</span>
    </div>
  );
}
