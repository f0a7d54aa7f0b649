import './shell.css';
import { useState } from 'react';
import { Link, Outlet, useNavigate } from '@tanstack/react-router';
import { useProjectChanges } from '../../data/use-project-changes.ts';
import { copyText } from '../../lib/copy-text.ts';
import { useKeys } from '../../lib/keys.ts';
import { switchTheme } from '../../lib/theme.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { Button } from '../button/button.tsx';
import { Icon } from '../icon/icon.tsx';
import { AllKeys } from '../key-line/all-keys.tsx';
import { KeyLine } from '../key-line/key-line.tsx';
import { useShownFacts } from '../page/page-facts.ts';
import { Palette } from '../palette/palette.tsx';
import { Toasts } from '../toast/toasts.tsx';
import { EndedSession } from './ended-session.tsx';
import { BrandMark } from './brand-mark.tsx';
import { areas } from './areas.ts';
import { Rail } from './rail.tsx';
import { useShownPlace } from './use-shown-place.ts';

/** The frame of every page of a project: rail, top bar, page, key line, and what floats over them. */
export function Shell() {
  const [open, setOpen] = useState<'palette' | 'keys'>();
  const navigate = useNavigate();
  const { projectId } = useShownPlace();
  useKeys([
    { keys: ['mod+k'], run: () => setOpen('palette') },
    { keys: ['T'], run: switchTheme },
    { keys: ['Y'], run: () => copyText(location.href, 'The link') },
    {
      keys: areas.map(({ key }) => `g ${key}`),
      run: (key) => {
        const area = areas.find((one) => `g ${one.key}` === key)!;
        if (projectId !== undefined) void navigate({ to: area.to, params: { projectId } });
      },
    },
  ]);
  useProjectChanges(projectId);
  const close = (): void => setOpen(undefined);
  return (
    <div className="app">
      <a className="skip-link" href="#main">
        To the page
      </a>
      <Rail />
      <header className="topbar">
        <span className="narrow-only">
          <BrandMark />
        </span>
        <Crumbs />
        <span className="push" />
        <button type="button" className="find" onClick={() => setOpen('palette')}>
          <Icon name="search" />
          Go to or do
          <span className="push" />
          <kbd aria-hidden="true">⌘K</kbd>
        </button>
        <Button look="quiet" icon="theme" aria-label="Theme" onClick={switchTheme} />
      </header>
      <Outlet />
      <footer className="keyline">
        <KeyLine onAllKeys={() => setOpen('keys')} />
        <TabBar onMore={() => setOpen('palette')} />
      </footer>
      <Toasts />
      {open === 'palette' && <Palette onClose={close} />}
      {open === 'keys' && <AllKeys onClose={close} />}
      <EndedSession />
    </div>
  );
}

function Crumbs() {
  const { crumbs } = useShownFacts();
  return (
    <nav className="crumbs" aria-label="Breadcrumb">
      {crumbs.map(({ text, to }, index) =>
        index < crumbs.length - 1 ? (
          <span className="crumb wide-only" key={index}>
            {to ? (
              <Link {...to} className="no-wrap" dir="auto">
                {visibleText(text)}
              </Link>
            ) : (
              <span className="no-wrap" dir="auto">
                {visibleText(text)}
              </span>
            )}
            <span aria-hidden="true">/</span>
          </span>
        ) : (
          <b className="cut" key={index} dir="auto">
            {visibleText(text)}
          </b>
        ),
      )}
    </nav>
  );
}

/** Below 640 px: the areas in place of the rail and the key line. */
function TabBar({ onMore }: { onMore: () => void }) {
  const { projectId } = useShownPlace();
  return (
    <nav className="tabbar" aria-label="Main">
      {projectId !== undefined &&
        areas.map(({ word, icon, to, exact }) => (
          <Link key={to} to={to} params={{ projectId }} activeOptions={{ exact, includeSearch: false }}>
            <Icon name={icon} />
            {word}
          </Link>
        ))}
      <button type="button" onClick={onMore}>
        <Icon name="more" />
        More
      </button>
    </nav>
  );
}
