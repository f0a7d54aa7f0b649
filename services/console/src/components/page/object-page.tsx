import type { ReactNode } from 'react';
import { notFound, rootRouteId } from '@tanstack/react-router';
import { Problem } from '@assay/sdk';
import { Shape } from '../part/part.tsx';
import { UnreadObject } from './unread-object.tsx';

/**
 * The page of one object: while it is read, its shape; when it is missing or may not be seen, the one page that says so; when it cannot be read, why.
 */
export function ObjectPage<Data>({
  of: asked,
  what,
  children,
}: {
  of: {
    data: Data | undefined;
    error: Error | null;
    isFetching?: boolean;
    errorUpdatedAt?: number;
    refetch: () => unknown;
  };
  /** The noun of the object: "run". */
  what: string;
  children: (data: Data) => ReactNode;
}) {
  if (asked.data !== undefined) return <>{children(asked.data)}</>;
  refuseHidden(asked.error);
  return (
    <main className="main" id="main">
      {asked.error && !isEnded(asked.error) ? (
        <UnreadObject
          what={what}
          error={asked.error}
          isAsking={asked.isFetching ?? false}
          failedAt={asked.errorUpdatedAt ?? Date.now()}
          onAgain={() => void asked.refetch()}
        />
      ) : (
        <Shape rows={8} what={what} />
      )}
    </main>
  );
}

/** Leads to the page of missing objects where an object is missing, may not be seen, or has an id that cannot be one. */
export function refuseHidden(error: Error | null): void {
  const isHidden =
    error instanceof Problem &&
    (error.status === 404 || error.status === 403 || (error.status === 400 && error.code === 'VALIDATION_ERROR'));
  // The router takes the thrown value for the page of missing objects.
  // oxlint-disable-next-line typescript/only-throw-error
  if (isHidden) throw notFound({ routeId: rootRouteId });
}

const isEnded = (error: Error): boolean => error instanceof Problem && error.status === 401;
