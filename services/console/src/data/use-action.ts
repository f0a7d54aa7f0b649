import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { OperationId } from './operations.ts';

interface ActionOptions<Input, Reply> {
  /** The operations whose answers the action changes; each is read again. */
  changes?: readonly OperationId[];
  onDone?: (reply: Reply, input: Input) => void;
}

/**
 * An action of a person that writes: `run(input)` sends it, `isRunning` says that it is under way, `error` why it was
 * refused. Nothing is shown before the platform answered.
 */
export function useAction<Input, Reply>(
  send: (input: Input) => Promise<Reply>,
  { changes = [], onDone }: ActionOptions<Input, Reply> = {},
) {
  const cache = useQueryClient();
  const mutation = useMutation({
    mutationFn: send,
    onSuccess: async (reply, input) => {
      onDone?.(reply, input);
      await Promise.all(changes.map((id) => cache.invalidateQueries({ queryKey: [id] })));
    },
  });
  return {
    run: mutation.mutate,
    isRunning: mutation.isPending,
    error: mutation.error,
    reply: mutation.data,
    forget: mutation.reset,
  };
}
