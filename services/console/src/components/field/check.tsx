import './field.css';
import type { ComponentProps, ReactNode } from 'react';

type Toggle = {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  children?: ReactNode;
} & Omit<ComponentProps<'input'>, 'onChange' | 'type' | 'checked' | 'children'>;

const toggleOf = (className: string, type: 'checkbox' | 'radio') =>
  function DrawnToggle({ isOn, onChange, children, ...rest }: Toggle) {
    return (
      <label className="toggle">
        <input
          {...rest}
          type={type}
          className={className}
          checked={isOn}
          onChange={(event) => {
            onChange(event.target.checked);
          }}
        />
        {children}
      </label>
    );
  };

/** One of several things that can be chosen together. Without children it needs `aria-label`. */
export const Check = toggleOf('check', 'checkbox');
/** One of several things of which one is chosen; the radios of a group share `name`. */
export const Radio = toggleOf('check radio', 'radio');
/** Something that is on or off at once. */
export const Switch = toggleOf('switch', 'checkbox');
