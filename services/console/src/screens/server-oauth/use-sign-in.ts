import { useEffect, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { client } from '../../data/client.ts';
import { operationQuery, type ReplyOf } from '../../data/operations.ts';
import { useAction } from '../../data/use-action.ts';

const OVER = ['ready', 'failed', 'expired', 'cancelled'];
const AGAIN_MS = 1_000;

/**
 * Lets a person sign in: a connection is asked for, its page opens in another tab, and this page waits until it is over.
 * Operations: createServerConnection, getServerConnection.
 */
export function useSignIn(
  { projectId, id: serverId, url }: Pick<ReplyOf<'getProjectServer'>, 'projectId' | 'id' | 'url'>,
  onDone: () => void,
) {
  const cache = useQueryClient();
  const [requestId, setRequestId] = useState<string>();
  const start = useAction(() => client.createServerConnection({ url: url!, projectId, serverId, reauthorize: true }), {
    onDone: ({ connectionRequestId }) => setRequestId(connectionRequestId),
  });
  const connection = useQuery({
    ...operationQuery('getServerConnection', { requestId: requestId ?? '' }),
    enabled: requestId !== undefined,
    refetchInterval: ({ state }) => (state.data && OVER.includes(state.data.status) ? false : AGAIN_MS),
  });
  const { status, handoffUrl, error } = connection.data ?? {};
  const isOver = status !== undefined && OVER.includes(status);
  useEffect(() => {
    if (handoffUrl !== undefined && !isOver) window.open(handoffUrl, '_blank', 'noopener');
  }, [handoffUrl]);
  useEffect(() => {
    if (!isOver) return;
    void cache.invalidateQueries({ queryKey: ['getOAuthGrant'] });
    onDone();
  }, [isOver]);
  return {
    begin: () => start.run(undefined),
    isRunning: start.isRunning || (requestId !== undefined && !isOver),
    handoffUrl: isOver ? undefined : handoffUrl,
    /** Why a sign-in that is over gave no access. */
    refusal:
      status === 'failed' ? error?.message : status === 'expired' ? 'Access was not granted in time.' : undefined,
    error: start.error,
  };
}
