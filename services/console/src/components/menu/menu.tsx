import './menu.css';
import { Button as AriaButton, Menu as AriaMenu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { keyCap } from '../../lib/keys.ts';
import { Icon } from '../icon/icon.tsx';

/** One thing to do. A disabled one says in `reason` why. */
export interface MenuAction {
  word: string;
  run: () => void;
  keyHint?: string | undefined;
  isDanger?: boolean;
  reason?: string | undefined;
}

/** The further actions of an object behind one button; `quiet` in the rows of a table. */
export const MoreMenu = ({
  actions,
  label = 'More',
  quiet = false,
}: {
  actions: readonly MenuAction[];
  label?: string;
  quiet?: boolean;
}) => (
  <MenuTrigger>
    <AriaButton className={`button icon-only${quiet ? ' quiet' : ''}`} aria-label={label}>
      <Icon name="more" />
    </AriaButton>
    <Popover placement="bottom end" className="menu-place">
      <AriaMenu className="menu" aria-label={label}>
        {actions.map(({ word, run, keyHint, isDanger, reason }) => (
          <MenuItem
            key={word}
            className={`item${isDanger ? ' danger' : ''}`}
            isDisabled={reason !== undefined}
            textValue={word}
            onAction={run}
          >
            {word}
            {reason !== undefined && <span className="faint push">{reason}</span>}
            {keyHint !== undefined && (
              <span className="push" aria-hidden="true">
                <kbd>{keyCap(keyHint)}</kbd>
              </span>
            )}
          </MenuItem>
        ))}
      </AriaMenu>
    </Popover>
  </MenuTrigger>
);
