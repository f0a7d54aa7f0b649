import './empty.css';
import type { ReactNode } from 'react';

/** Nothing is here yet: what it is for in one sentence, the command that does the same, and one way in. */
export const Empty = ({
  title,
  children,
  command,
  actions,
}: {
  title: string;
  children: ReactNode;
  command?: string;
  actions?: ReactNode;
}) => (
  <section className="frame empty">
    <h2>{title}</h2>
    <p className="muted">{children}</p>
    {command !== undefined && <pre className="code">{command}</pre>}
    {actions !== undefined && <div className="row wrap">{actions}</div>}
  </section>
);
