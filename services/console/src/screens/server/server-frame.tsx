import './server-frame.css';
import type { ReactNode } from 'react';
import { Page } from '../../components/page/page.tsx';
import type { Crumb, PageRequest } from '../../components/page/page-facts.ts';
import type { KeyBinding } from '../../lib/keys.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { ServerNav, serverTabLink } from './server-nav.tsx';
import { serverTabs, type ServerRead, type ServerTabId } from './server-tab.ts';

/**
 * The page of a server around one of its tabs: the way to it, the head of the tab with its verdict, and the tabs.
 * `flush` is for tabs of panes. `below` continues the way: the tool, the resource.
 */
export function ServerFrame({
  server,
  tab,
  head,
  keys,
  request,
  below,
  flush = false,
  children,
}: {
  server: ServerRead;
  tab: ServerTabId;
  head: ReactNode;
  keys?: readonly KeyBinding[];
  request?: PageRequest | undefined;
  below?: string | undefined;
  flush?: boolean;
  children: ReactNode;
}) {
  const { projectId, id: serverId } = server;
  const name = visibleText(server.name);
  const word = serverTabs.find(([id]) => id === tab)![1];
  const crumbs: Crumb[] = [
    { text: 'Servers', to: { to: '/p/$projectId/servers', params: { projectId } } },
    { text: name, to: { to: '/p/$projectId/servers/$serverId', params: { projectId, serverId } } },
    ...(tab === 'doctor' ? [] : [{ text: word, to: serverTabLink({ projectId, serverId }, tab) }]),
    ...(below === undefined ? [] : [{ text: visibleText(below) }]),
  ];
  const nav = <ServerNav server={server} tab={tab} />;
  return (
    <Page
      title={`${tab === 'doctor' ? '' : `${word} of `}${name}`}
      crumbs={crumbs}
      request={request}
      flush={flush}
      {...(keys && { keys })}
    >
      {flush ? (
        <div className="headpad">
          {head}
          {nav}
        </div>
      ) : (
        <>
          {head}
          {nav}
        </>
      )}
      {children}
    </Page>
  );
}
