import type { ReactNode } from 'react';
import { useRouter } from '@tanstack/react-router';
import { basePath } from '../../lib/base-path.ts';

/** How a page is opened: over this one, in its place without a step back, or beside it. */
type OpenedAs = 'step' | 'replace' | 'newTab';

/** Opens a page by the path that the API answered. */
export function useOpenPage(): (path: string, as?: OpenedAs) => void {
  const { history } = useRouter();
  return (path, as = 'step') => {
    const address = `${basePath}${path}`;
    if (as === 'newTab') window.open(address, '_blank', 'noopener');
    else if (as === 'replace') history.replace(address);
    else history.push(address);
  };
}

/** A link to a page by the path that the API answered, such as the page of what needs a person. */
export function PageLink({ path, className, children }: { path: string; className?: string; children: ReactNode }) {
  const open = useOpenPage();
  return (
    <a
      href={`${basePath}${path}`}
      className={className}
      onClick={(event) => {
        if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
        event.preventDefault();
        open(path);
      }}
    >
      {children}
    </a>
  );
}
