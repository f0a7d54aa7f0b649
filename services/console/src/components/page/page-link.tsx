import type { ReactNode } from 'react';
import { useRouter } from '@tanstack/react-router';
import { basePath } from '../../lib/base-path.ts';

/** Opens a page by the path that the API answered; `inNewTab` leaves this page where it is. */
export function useOpenPage(): (path: string, inNewTab?: boolean) => void {
  const router = useRouter();
  return (path, inNewTab = false) => {
    if (inNewTab) window.open(`${basePath}${path}`, '_blank', 'noopener');
    else router.history.push(`${basePath}${path}`);
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
