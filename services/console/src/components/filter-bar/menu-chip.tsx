import './filter-bar.css';
import { Button as AriaButton, Menu as AriaMenu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { Icon } from '../icon/icon.tsx';
import { visibleText } from '../../lib/visible-text.ts';

/** A filter with one of several values: the chip opens their list, and removes the value that is in force. */
export const MenuChip = ({
  word,
  value,
  values,
  onValue,
  shown = (one) => one,
}: {
  word: string;
  value: string | undefined;
  /** The values with their counts, where they are known. */
  values: readonly (readonly [value: string, count?: number | undefined])[];
  onValue: (value: string | undefined) => void;
  /** The words of a value that is an id. */
  shown?: ((value: string) => string) | undefined;
}) =>
  value === undefined ? (
    <MenuTrigger>
      <AriaButton className="chip" isDisabled={values.length === 0}>
        {word}
      </AriaButton>
      <Popover placement="bottom start" className="menu-place">
        <AriaMenu className="menu" aria-label={word}>
          {values.map(([one, count]) => (
            <MenuItem key={one} className="item" textValue={shown(one)} onAction={() => onValue(one)}>
              <bdi dir="auto">{visibleText(shown(one))}</bdi>
              {count !== undefined && <span className="faint push">{count}</span>}
            </MenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  ) : (
    <button type="button" className="chip on" aria-pressed onClick={() => onValue(undefined)}>
      {word} <b>{visibleText(shown(value))}</b>
      <Icon name="close" />
    </button>
  );
