import { useEffect, type ReactNode } from 'react';
import { useKeys, type KeyBinding } from '../../lib/keys.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { usePageFacts, type Crumb, type PageRequest } from './page-facts.ts';

/**
 * A page inside of the shell: its title for the browser, the way to it, its own keys and the request that it is made
 * of. `flush` pages draw their own edges (panes).
 */
export function Page({
  title,
  crumbs,
  keys = [],
  request,
  flush = false,
  children,
}: {
  title: string;
  crumbs: readonly Crumb[];
  keys?: readonly KeyBinding[];
  request?: PageRequest | undefined;
  flush?: boolean;
  children: ReactNode;
}) {
  usePageFacts({ crumbs, request });
  useKeys(keys);
  useEffect(() => {
    document.title = `${visibleText(title)} · Assay`;
  }, [title]);
  return (
    <main className={flush ? 'main flush' : 'main'} id="main" tabIndex={-1}>
      {children}
    </main>
  );
}
