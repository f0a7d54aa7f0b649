import { Type } from '../../type.ts';
import { operation } from '../../operation.ts';
import {
  CallReport,
  CallTool,
  CallToolResult,
  CompleteArgument,
  Completion,
  GetPrompt,
  GetPromptResult,
  ListPrimitives,
  PromptPage,
  ReadResource,
  ResourceContents,
  ResourcePage,
  ResourceTemplatePage,
  ToolPage,
} from './documents.ts';

const enabledServers =
  'A server that is switched off answers CONFLICT. A `stdio` server needs a runner that allows it: FEATURE_NOT_SUPPORTED.';
const pages = `Pages and cursors are the server's own. A server that does not declare the capability answers FEATURE_NOT_SUPPORTED. ${enabledServers}`;
/** The longest saved `timeout` of a server, plus the time to connect. */
const LONGEST_REQUEST_MS = 620_000;
const untouched = 'Answers with the MCP result untouched. Closing the connection cancels the request on the server.';
const askedBack =
  'A server that asks its client for input meanwhile is declined at once, unless `answers` has an answer.';
const refused =
  'An error that the server answers has its JSON-RPC code in `details.rpcCode` and its own sentence, masked, in `details.serverMessage`: -32602 (an unknown name, arguments that it does not take) is VALIDATION_ERROR, -32002 (an unknown resource) NOT_FOUND, -32601 FEATURE_NOT_SUPPORTED, any other SERVER_UNREACHABLE.';
/** The server's result, or a report that holds the result. */
const withReport = (result: typeof CallToolResult) => Type.Unsafe<Uint8Array>({ anyOf: [result, CallReport] });

export const listTools = operation({
  method: 'POST',
  path: '/projects/{projectId}/servers/{serverId}/tools',
  safe: true,
  tag: 'Primitives',
  summary: "List one page of a server's tools.",
  description: pages,
  access: 'member',
  service: 'diagnostics',
  timeoutMs: LONGEST_REQUEST_MS,
  tool: true,
  input: ListPrimitives,
  bodyOptional: true,
  status: 200,
  reply: ToolPage,
  reachesOut: true,
});

export const listPrompts = operation({
  method: 'POST',
  path: '/projects/{projectId}/servers/{serverId}/prompts',
  safe: true,
  tag: 'Primitives',
  summary: "List one page of a server's prompts.",
  description: pages,
  access: 'member',
  service: 'diagnostics',
  timeoutMs: LONGEST_REQUEST_MS,
  input: ListPrimitives,
  bodyOptional: true,
  status: 200,
  reply: PromptPage,
});

export const listResources = operation({
  method: 'POST',
  path: '/projects/{projectId}/servers/{serverId}/resources',
  safe: true,
  tag: 'Primitives',
  summary: "List one page of a server's resources.",
  description: pages,
  access: 'member',
  service: 'diagnostics',
  timeoutMs: LONGEST_REQUEST_MS,
  input: ListPrimitives,
  bodyOptional: true,
  status: 200,
  reply: ResourcePage,
});

export const listResourceTemplates = operation({
  method: 'POST',
  path: '/projects/{projectId}/servers/{serverId}/resources/templates',
  safe: true,
  tag: 'Primitives',
  summary: "List one page of a server's resource templates.",
  description: pages,
  access: 'member',
  service: 'diagnostics',
  timeoutMs: LONGEST_REQUEST_MS,
  input: ListPrimitives,
  bodyOptional: true,
  status: 200,
  reply: ResourceTemplatePage,
});

export const readResource = operation({
  method: 'POST',
  path: '/projects/{projectId}/servers/{serverId}/resources/read',
  safe: true,
  tag: 'Primitives',
  summary: 'Read a resource of a server.',
  description: `${untouched} ${askedBack} ${refused} ${enabledServers}`,
  access: 'member',
  service: 'diagnostics',
  timeoutMs: LONGEST_REQUEST_MS,
  input: ReadResource,
  status: 200,
  reply: withReport(ResourceContents),
});

export const completeArgument = operation({
  method: 'POST',
  path: '/projects/{projectId}/servers/{serverId}/complete',
  safe: true,
  tag: 'Primitives',
  summary: 'Ask a server for completions of an argument of a prompt or resource template.',
  description: `Answers with the MCP result untouched. A server without completions answers FEATURE_NOT_SUPPORTED. ${refused} ${enabledServers}`,
  access: 'member',
  service: 'diagnostics',
  timeoutMs: LONGEST_REQUEST_MS,
  input: CompleteArgument,
  status: 200,
  reply: Completion,
});

export const callTool = operation({
  method: 'POST',
  path: '/projects/{projectId}/servers/{serverId}/tools/call',
  tag: 'Execution',
  hasEffect: true,
  summary: 'Call a tool of a server.',
  description: `${untouched} A tool that reports \`isError\` has answered: the status is 200. A tool that runs as a task is followed to its end. ${askedBack} With \`report\` the answer says how the result came about and whether its structured content fits the declared output schema. ${refused} ${enabledServers}`,
  access: 'member',
  service: 'diagnostics',
  timeoutMs: LONGEST_REQUEST_MS,
  input: CallTool,
  status: 200,
  reply: withReport(CallToolResult),
});

export const getPrompt = operation({
  method: 'POST',
  path: '/projects/{projectId}/servers/{serverId}/prompts/get',
  safe: true,
  tag: 'Execution',
  summary: 'Render a prompt of a server.',
  description: `${untouched} ${askedBack} ${refused} ${enabledServers}`,
  access: 'member',
  service: 'diagnostics',
  timeoutMs: LONGEST_REQUEST_MS,
  input: GetPrompt,
  status: 200,
  reply: withReport(GetPromptResult),
});
