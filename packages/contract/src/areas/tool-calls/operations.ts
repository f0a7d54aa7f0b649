import { NoQuery } from '../../none.ts';
import { operation } from '../../operation.ts';
import { ListSeenValues, ListToolCalls, SeenResources, SeenValues, ToolCall, ToolCallPage } from './documents.ts';

const common = { method: 'GET', tag: 'Execution', access: 'member', service: 'diagnostics', status: 200 } as const;
const SERVER = '/projects/{projectId}/servers/{serverId}';
const ofCaller =
  "The caller's own calls of `callTool`. The newest 100 per person and server are kept, for at most 30 days.";
const fromKept = 'Read from the results of the calls of the caller that are kept; the server is not asked.';

export const listToolCalls = operation({
  ...common,
  path: `${SERVER}/tool-calls`,
  summary: 'List the tool calls that the caller made before, newest first.',
  description: ofCaller,
  input: ListToolCalls,
  reply: ToolCallPage,
});

export const getToolCall = operation({
  ...common,
  path: `${SERVER}/tool-calls/{toolCallId}`,
  summary: 'Read a tool call that the caller made before, with its result.',
  description: `${ofCaller} Arguments and result are masked like transcripts.`,
  input: NoQuery,
  reply: ToolCall,
});

export const listSeenResources = operation({
  ...common,
  path: `${SERVER}/seen-resources`,
  summary: 'List the resources that results of tool calls link or embed, newest first.',
  description: `At most 500. ${fromKept} A list of the server need not have them.`,
  input: NoQuery,
  reply: SeenResources,
});

export const listSeenValues = operation({
  ...common,
  path: `${SERVER}/seen-values`,
  summary: 'List the values that results of tool calls have under the name of an argument, newest first.',
  description: `At most 100, for servers that complete nothing. ${fromKept} Names are compared without case, \`_\` and \`-\`.`,
  input: ListSeenValues,
  reply: SeenValues,
});
