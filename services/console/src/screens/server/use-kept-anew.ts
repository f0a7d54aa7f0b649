import { useEffect } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { OperationId } from '../../data/operations.ts';

/** The outcome of a reading of a server is kept within this time after its answer, in milliseconds. */
const KEPT_MS = 1_500;

/** Reads operations again soon after a reading of the server was answered: what it found is kept a moment later. */
export function useKeptAnew(reading: string | undefined, operations: readonly OperationId[]): void {
  const cache = useQueryClient();
  useEffect(() => {
    if (reading === undefined) return undefined;
    const timer = setTimeout(() => {
      for (const id of operations) void cache.invalidateQueries({ queryKey: [id] });
    }, KEPT_MS);
    return () => clearTimeout(timer);
  }, [reading, operations, cache]);
}
