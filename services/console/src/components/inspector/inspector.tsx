import './inspector.css';
import type { ReactNode } from 'react';
import { useKeys } from '../../lib/keys.ts';
import { Button } from '../button/button.tsx';

/**
 * The detail of a list's selection at its right side; below 1100 px it covers the list. `Esc` closes it. With `joined`
 * it shares the frame of a long list (`ListWithInspector`), else it keeps its own.
 */
export function Inspector({
  title,
  children,
  onClose,
  label,
  aside,
}: {
  title: ReactNode;
  children: ReactNode;
  onClose: () => void;
  /** Its name for screen readers. */
  label: string;
  aside?: ReactNode;
}) {
  useKeys([{ keys: ['Escape'], run: onClose }]);
  return (
    <aside className="inspector" aria-label={label}>
      <div className="pane-head">
        <h2 className="cut">{title}</h2>
        <span className="push row">
          {aside}
          <Button look="quiet" icon="close" aria-label="Close" onClick={onClose} />
        </span>
      </div>
      <div className="pad">{children}</div>
    </aside>
  );
}

/** A long list with its inspector in one frame, as on the page of a run. */
export const ListWithInspector = ({ list, inspector }: { list: ReactNode; inspector: ReactNode }) => (
  <div className={`frame list-with-inspector${inspector ? ' open' : ''}`}>
    <div className="list-side">{list}</div>
    {inspector}
  </div>
);

/** A short list with what explains it below, and an inspector with a frame of its own beside both. */
export const PageWithInspector = ({ children, inspector }: { children: ReactNode; inspector: ReactNode }) => (
  <div className={`page-with-inspector${inspector ? ' open' : ''}`}>
    <div>{children}</div>
    {inspector && <div className="frame own-inspector">{inspector}</div>}
  </div>
);
