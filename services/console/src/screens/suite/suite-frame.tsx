import './suite.css';
import type { ReactNode } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { Page } from '../../components/page/page.tsx';
import type { Crumb, PageRequest } from '../../components/page/page-facts.ts';
import { useMayWrite } from '../../data/project-role.ts';
import type { KeyBinding } from '../../lib/keys.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { ArchivedNote } from './archived-note.tsx';
import { SuiteNav } from './suite-nav.tsx';
import { suiteTabLink, suiteTabs, type SuiteRead, type SuiteTabId } from './suite-tab.ts';

/** The page of a suite around one of its tabs: the way to it, the verdict of the tab, and the tabs. `l` launches. */
export function SuiteFrame({
  suite,
  tab,
  head,
  keys = [],
  request,
  children,
}: {
  suite: SuiteRead;
  tab: SuiteTabId;
  head: ReactNode;
  keys?: readonly KeyBinding[];
  request: PageRequest;
  children: ReactNode;
}) {
  const { projectId, id: suiteId } = suite;
  const navigate = useNavigate();
  const mayWrite = useMayWrite(projectId);
  const name = visibleText(suite.name);
  const word = suiteTabs.find(([id]) => id === tab)![1];
  const crumbs: Crumb[] = [
    { text: 'Suites', to: { to: '/p/$projectId/suites', params: { projectId } } },
    { text: name, to: suiteTabLink(suite, 'cases') },
    ...(tab === 'cases' ? [] : [{ text: word }]),
  ];
  const launch = (): void =>
    void navigate({ to: '/p/$projectId/suites/$suiteId/launch', params: { projectId, suiteId } });
  return (
    <Page
      title={`${tab === 'cases' ? '' : `${word} of `}${name}`}
      crumbs={crumbs}
      request={request}
      keys={[
        ...keys,
        ...(mayWrite && suite.archivedAt === undefined ? [{ keys: ['l'], label: 'launch', run: launch }] : []),
      ]}
    >
      {head}
      <ArchivedNote suite={suite} />
      <SuiteNav suite={suite} tab={tab} />
      <div className="suite-tab">{children}</div>
    </Page>
  );
}
