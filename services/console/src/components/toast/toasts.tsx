import './toast.css';
import { useRef } from 'react';
import { useKeys } from '../../lib/keys.ts';
import { Button } from '../button/button.tsx';
import { Mark } from '../mark/mark.tsx';
import { closeToast, useToasts } from './toast-queue.ts';

/** The toasts at the corner of the page; F6 leads to them, ⌘Z does what the newest offers. */
export function Toasts() {
  const toasts = useToasts();
  const region = useRef<HTMLDivElement>(null);
  useKeys([
    { keys: ['F6'], run: () => region.current?.querySelector('button')?.focus() },
    {
      keys: ['mod+z'],
      run: () => {
        const last = toasts.findLast(({ action }) => action);
        if (!last) return;
        last.action!.run();
        closeToast(last.id);
      },
    },
  ]);
  return (
    <div className="toasts" role="status" aria-live="polite" ref={region}>
      {toasts.map(({ id, kind, title, text, action }) => (
        <div className="toast" key={id}>
          <Mark kind={kind} />
          <span className="medium">{title}</span>
          {action ? (
            <Button
              small
              onClick={() => {
                action.run();
                closeToast(id);
              }}
            >
              {action.word}
            </Button>
          ) : (
            <Button look="quiet" small icon="close" aria-label="Close" onClick={() => closeToast(id)} />
          )}
          {text !== undefined && <p className="muted small">{text}</p>}
        </div>
      ))}
    </div>
  );
}
