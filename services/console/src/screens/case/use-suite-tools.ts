import { useQueries } from '@tanstack/react-query';
import type { ReplyOf } from '../../data/operations.ts';
import { operationQuery } from '../../data/operations.ts';

/** A server of a suite with the tools that it declares now. */
export interface SuiteServer {
  id: string;
  name: string;
  tools: ReplyOf<'listTools'>['items'];
  /** When the tools were read; undefined while they are read. */
  readAt: number | undefined;
  /** Why they could not be read. */
  error: Error | null;
}

/** The tools of a server are read again after this time, in milliseconds: each read connects to it. */
const FRESH_MS = 5 * 60_000;

/** The servers of a suite by its ids, each with its tools. Operations: getProjectServer, listTools. */
export function useSuiteTools(projectId: string, serverIds: readonly string[]): readonly SuiteServer[] {
  const servers = useQueries({
    queries: serverIds.map((serverId) => operationQuery('getProjectServer', { projectId, serverId })),
  });
  const tools = useQueries({
    queries: serverIds.map((serverId) => ({
      ...operationQuery('listTools', { projectId, serverId }, {}),
      staleTime: FRESH_MS,
    })),
  });
  return serverIds.map((id, index) => {
    const { data, dataUpdatedAt, error } = tools[index]!;
    return {
      id,
      name: servers[index]!.data?.name ?? '',
      tools: data?.items ?? [],
      readAt: data && dataUpdatedAt,
      error,
    };
  });
}
