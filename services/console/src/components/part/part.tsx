import './part.css';
import { useEffect, useState, type ReactNode } from 'react';
import { ConnectionFailure, Problem } from '@assay/sdk';
import { Button } from '../button/button.tsx';
import { Id } from '../figures/figures.tsx';
import { Note } from '../note/note.tsx';

/** The state of a question; TanStack's queries have it. */
interface Asked<Data> {
  data: Data | undefined;
  error: Error | null;
  isFetching: boolean;
  refetch: () => unknown;
}

/**
 * A part of a page that one question fills: nothing changes below 200 ms, then the shape of what comes, after 2 s what
 * is waited for. A failure stays in this part, with its code and its request.
 */
export function Part<Data>({
  of: asked,
  what,
  rows = 3,
  children,
}: {
  of: Asked<Data>;
  /** The noun of its content, in the plural: "cases". */
  what: string;
  /** How many lines the shape has. */
  rows?: number;
  children: (data: Data) => ReactNode;
}) {
  if (asked.data !== undefined) return <>{children(asked.data)}</>;
  if (asked.error) return <PartError error={asked.error} what={what} onAgain={() => void asked.refetch()} />;
  return <Shape rows={rows} what={what} />;
}

/** The shape of what comes, still, from 200 ms on. */
export function Shape({ rows, what }: { rows: number; what: string }) {
  const waited = useWaited();
  if (waited === 'short') return <div className="shape-place" aria-busy="true" />;
  return (
    <div className="shape-place" aria-busy="true">
      {Array.from({ length: rows }, (_, index) => (
        <span className="shape" key={index} />
      ))}
      {waited === 'long' && (
        <p className="small faint" role="status">
          Waiting for the {what}.
        </p>
      )}
    </div>
  );
}

function useWaited(): 'short' | 'shape' | 'long' {
  const [waited, setWaited] = useState<'short' | 'shape' | 'long'>('short');
  useEffect(() => {
    const shape = setTimeout(() => setWaited('shape'), 200);
    const long = setTimeout(() => setWaited('long'), 2_000);
    return () => {
      clearTimeout(shape);
      clearTimeout(long);
    };
  }, []);
  return waited;
}

/** A part that failed: what, why, its code, its request, and a button to ask again. */
export const PartError = ({
  error,
  what,
  onAgain,
}: {
  error: Error;
  what: string;
  onAgain?: (() => void) | undefined;
}) => (
  <Note
    kind="open"
    title={
      <>
        The {what} could not be loaded{codeOf(error)}.
      </>
    }
    action={
      onAgain && (
        <Button small onClick={onAgain}>
          Load again
        </Button>
      )
    }
  >
    {error.message} {error instanceof Problem && error.requestId !== undefined && <Id id={error.requestId} />}
  </Note>
);

/** Why an action was refused, beside its button. */
export const ActionError = ({ error }: { error: Error | null }) =>
  error && (
    <Note kind="failed" title={<>{error.message}</>}>
      {error instanceof Problem && (
        <>
          <code>{error.code}</code> {error.requestId !== undefined && <Id id={error.requestId} />}
        </>
      )}
    </Note>
  );

function codeOf(error: Error): ReactNode {
  const code = error instanceof Problem ? error.code : error instanceof ConnectionFailure ? error.kind : undefined;
  return (
    code !== undefined && (
      <>
        {' '}
        (<code>{code}</code>)
      </>
    )
  );
}
