import './button.css';
import type { ComponentProps, ReactNode } from 'react';
import { Link, type LinkProps } from '@tanstack/react-router';
import { keyCap } from '../../lib/keys.ts';
import { Icon, type IconName } from '../icon/icon.tsx';

interface Look {
  /** One button of a view is primary; a quiet one has no edge; a link is a word of a sentence; a danger removes something. */
  look?: 'primary' | 'quiet' | 'danger' | 'link';
  small?: boolean;
  icon?: IconName;
  /** The key that does the same, as in `KeyBinding`; the page binds it. */
  keyHint?: string;
  children?: ReactNode;
}

const classOf = ({ look, small, children }: Look): string =>
  ['button', look, small && 'small', children === undefined && 'icon-only'].filter(Boolean).join(' ');

const Content = ({ icon, children, keyHint }: Look) => (
  <>
    {icon && <Icon name={icon} />}
    {children}
    {keyHint !== undefined && <kbd aria-hidden="true">{keyCap(keyHint)}</kbd>}
  </>
);

/** A button. Without children it is an icon alone and needs `aria-label`. `title` says why it is disabled. */
export const Button = ({ look, small, icon, keyHint, children, ...rest }: Look & ComponentProps<'button'>) => {
  const own = { look, small, icon, keyHint, children } as Look;
  return (
    <button type="button" {...rest} className={classOf(own)}>
      <Content {...own} />
    </button>
  );
};

const focus = (link: HTMLAnchorElement | null): void => link?.focus();

/**
 * A link that looks like a button, because it leads to a page where something is done. One that `takesFocus` has the
 * focus when it appears.
 */
export const ButtonLink = ({
  look,
  small,
  icon,
  keyHint,
  children,
  takesFocus = false,
  ...rest
}: Look & LinkProps & { 'aria-label'?: string; takesFocus?: boolean }) => {
  const own = { look, small, icon, keyHint, children } as Look;
  return (
    <Link {...rest} {...(takesFocus && { ref: focus })} className={classOf(own)}>
      <Content {...own} />
    </Link>
  );
};
