import type { EvalIterationTrace } from '@assay/sdk';
import type { PageRequest } from '../../components/page/page-facts.ts';
import { writeArguments } from '../server-tools/address-arguments.ts';

type WireEntry = EvalIterationTrace['wire'][number];

/** A call of a tool as it was recorded; what looked like a secret is masked in it. */
export interface RecordedCall {
  serverId: string;
  toolName: string;
  arguments: Record<string, unknown>;
}

/** The call that a message asks for; undefined of other messages. */
export function callIn({ message, serverId, direction }: WireEntry): RecordedCall | undefined {
  if (direction !== 'sent' || typeof message !== 'object' || message === null) return undefined;
  const { method, params } = message as { method?: unknown; params?: { name?: unknown; arguments?: unknown } };
  if (method !== 'tools/call' || typeof params?.name !== 'string') return undefined;
  return {
    serverId,
    toolName: params.name,
    arguments: (params.arguments ?? {}) as Record<string, unknown>,
  };
}

/** The page on which the call is made again, with its arguments filled in; nothing is called before the reader says so. */
export const callAgainLink = (projectId: string, { serverId, toolName, arguments: given }: RecordedCall) => {
  const args = writeArguments(given, undefined);
  return {
    to: '/p/$projectId/servers/$serverId/tools' as const,
    params: { projectId, serverId },
    search: { tool: toolName, ...(args !== undefined && { args }) },
  };
};

/** The request of the API that makes the call again. */
export const callRequest = (
  projectId: string,
  { serverId, toolName, arguments: given }: RecordedCall,
): PageRequest => ({
  operation: 'callTool',
  params: { projectId, serverId },
  body: { toolName, parameters: given },
});
