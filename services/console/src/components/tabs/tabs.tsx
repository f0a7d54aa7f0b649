import './tabs.css';
import { Link, type LinkProps } from '@tanstack/react-router';
import { useRef } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { useKeys } from '../../lib/keys.ts';

/** A tab: its word, its count, and where it leads. */
export interface Tab {
  id: string;
  word: string;
  count?: number | undefined;
  to: LinkProps;
}

/** The parts of one object as links; `1` to `9` open them, and the arrow keys move between them. */
export function Tabs({ tabs, current, label }: { tabs: readonly Tab[]; current: string; label: string }) {
  const list = useRef<HTMLElement>(null);
  const navigate = useNavigate();
  const open = (index: number) => {
    const tab = tabs[index];
    if (tab) void navigate(tab.to);
  };
  useKeys([
    {
      keys: tabs.slice(0, 9).map((_, index) => String(index + 1)),
      label: 'tabs',
      run: (key) => open(Number(key) - 1),
    },
  ]);
  const onKeyDown = (event: React.KeyboardEvent): void => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    const links = [...list.current!.querySelectorAll('a')];
    const at = links.indexOf(document.activeElement as HTMLAnchorElement);
    links[(at + step + links.length) % links.length]?.focus();
    event.preventDefault();
  };
  return (
    <nav className="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={onKeyDown}>
      {tabs.map(({ id, word, count, to }) => (
        <Link key={id} {...to} role="tab" aria-selected={id === current} tabIndex={id === current ? 0 : -1}>
          {word}
          {count !== undefined && <span className="count">{count}</span>}
        </Link>
      ))}
    </nav>
  );
}
