import './note.css';
import type { ReactNode } from 'react';
import { Mark, toneOf, type MarkKind } from '../mark/mark.tsx';

/** A statement with its mark on the ground of its outcome: title, explanation below, and a button at the right. */
export const Note = ({
  kind,
  title,
  children,
  action,
}: {
  kind: MarkKind;
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
}) => (
  <div className={`note ${toneOf(kind)}`}>
    <Mark kind={kind} />
    <span className="medium">{title}</span>
    {action}
    {children !== undefined && <p className="muted">{children}</p>}
  </div>
);
