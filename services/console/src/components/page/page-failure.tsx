import { useEffect } from 'react';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { Button } from '../button/button.tsx';
import { Note } from '../note/note.tsx';

/** As Chromium and Firefox, Safari, and the loader of styles say it. */
const MISSING_PART = /dynamically imported module|module script failed|unable to preload css/i;
const isMissingPart = (message: string): boolean => MISSING_PART.test(message);

/** A page that cannot be drawn: a part of it is gone since an upgrade, or it has a fault. */
export function PageFailure({ error, reset }: ErrorComponentProps) {
  useEffect(() => {
    document.title = 'Not shown · Assay';
  }, []);
  const message = error instanceof Error ? error.message : String(error);
  const isMissing = isMissingPart(message);
  return (
    <main className="main" id="main">
      <h1 className="visually-hidden">This page cannot be shown</h1>
      <Note
        kind="open"
        title={isMissing ? 'Assay was upgraded, and this page needs its new version' : 'This page cannot be shown'}
        action={
          <Button onClick={() => (isMissing ? location.reload() : reset())}>
            {isMissing ? 'Reload' : 'Try again'}
          </Button>
        }
      >
        {isMissing ? 'What you typed is kept in this tab.' : <code>{message}</code>}
      </Note>
    </main>
  );
}
