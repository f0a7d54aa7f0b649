import type { AgentResource, AgentTurnResponse, ProposedAction } from '@assay/contract/areas/agent/documents';
import { PLATFORM_SERVER } from '@assay/contract/areas/agent/agent-grant';
import { isForPerson } from '@assay/contract/areas/agent/for-person';
import type { ChatTurn } from '@assay/contract/areas/chat-sessions/turn';
import type { TranscriptToolCall } from '@assay/contract/areas/transcripts/documents';
import { isObject } from '@assay/contract/json';
import { paramsOf, type ToolRules } from '@assay/contract/operation';
import { allOperations } from '@assay/contract/operations';

/** Where the resources that a turn creates are shown. */
export interface AgentPlace {
  publicUrl: string;
  projectId: string;
}

/** The answer to an agent turn: what its calls did, by the rules of their operations. */
export function agentReplyOf(
  { reply = '', usage }: ChatTurn,
  calls: TranscriptToolCall[],
  place: AgentPlace,
): AgentTurnResponse {
  const own = calls.filter(({ serverId }) => serverId === PLATFORM_SERVER.id);
  return {
    reply,
    toolCalls: own.map(({ toolName }) => ({ operation: toolName })),
    createdResources: createdResources(own, place),
    proposedActions: proposedActions(own),
    usage: { inputTokens: usage?.inputTokens ?? 0, outputTokens: usage?.outputTokens ?? 0 },
  };
}

/** The resources that the calls created, each once. */
export function createdResources(calls: TranscriptToolCall[], place: AgentPlace): AgentResource[] {
  const created = calls.flatMap((call) => {
    const { creates } = rulesOf(call);
    return creates && !call.isError ? resourcesOf(call, creates, place) : [];
  });
  return [...new Map(created.map((resource) => [resource.url, resource])).values()];
}

const rulesOf = ({ toolName }: TranscriptToolCall): ToolRules => {
  const tool = Object.hasOwn(allOperations, toolName) ? allOperations[toolName]!.tool : undefined;
  return typeof tool === 'object' ? tool : {};
};

function resourcesOf(
  { arguments: input, result }: TranscriptToolCall,
  { type, path, list }: NonNullable<ToolRules['creates']>,
  { publicUrl, projectId }: AgentPlace,
): AgentResource[] {
  const reply = isObject(result?.['structuredContent']) ? result['structuredContent'] : {};
  const items = list === undefined ? [reply] : reply[list];
  const params = paramsOf(path);
  const ownParam = params.at(-1)!;
  return (Array.isArray(items) ? items : []).flatMap((item: unknown) => {
    if (!isObject(item)) return [];
    const id = item[ownParam] ?? item['id'];
    const name = item['name'] ?? item['title'];
    if (typeof id !== 'string') return [];
    const ids: Record<string, unknown> = { ...input, projectId, [ownParam]: id };
    const place = path.replace(/\{(\w+)\}/g, (_, param: string) => encodeURIComponent(String(ids[param])));
    return [{ type, id, ...(typeof name === 'string' && { name }), url: `${publicUrl}/api/v1${place}` }];
  });
}

/** The calls that only a person decides about. */
function proposedActions(calls: TranscriptToolCall[]): ProposedAction[] {
  return calls.flatMap((call) => {
    const { proposed } = rulesOf(call);
    if (!proposed || (proposed.whenRefused && !isForPerson(call.result ?? {}))) return [];
    const { kind, severity, label, target } = proposed;
    const selector = call.arguments[target.parameter];
    return [
      {
        actionId: call.id,
        operation: call.toolName,
        description: allOperations[call.toolName]!.summary,
        buttonLabel: label,
        kind,
        confirmSeverity: severity,
        ...(typeof selector === 'string' && { target: { type: target.type, selector } }),
        arguments: call.arguments,
      },
    ];
  });
}
