import { CallTool, CallToolResult, DoctorReport, ListTools, ToolPage, ValidateResult } from '../documents/diagnostics.ts';
import { DiagnosticsService } from '../gen/assay/v1/diagnostics.ts';
import { operation } from '../operation.ts';
import { open } from '../schema.ts';

/** A request to a server may take as long as its saved `timeout` allows, and connecting comes on top. */
const LONGEST_REQUEST_MS = 620_000;

const servers = 'A server that is switched off can be looked at all the same. A `stdio` server needs a runner that allows it: FEATURE_NOT_SUPPORTED.';
const enabledServers = 'A server that is switched off answers CONFLICT. A `stdio` server needs a runner that allows it: FEATURE_NOT_SUPPORTED.';

export const validateServer = operation({
  method: 'POST', path: '/projects/{projectId}/servers/{serverId}/validate', tag: 'Server diagnostics',
  summary: 'Connect to a server and initialize a session.',
  description: `Failing to connect is an error, told apart by its code: SERVER_UNREACHABLE, TIMEOUT, OAUTH_REQUIRED, UNAUTHORIZED, FORBIDDEN; \`details\` says what was outstanding. ${servers}`,
  access: 'member', service: 'diagnostics', rpc: DiagnosticsService.validateServer, timeoutMs: 20_000,
  input: open({}), bodyOptional: true, status: 200, reply: ValidateResult,
});

export const runDoctor = operation({
  method: 'POST', path: '/projects/{projectId}/servers/{serverId}/doctor', tag: 'Server diagnostics',
  summary: 'Examine a server from the first connection to its lists.',
  description: `Answers with a report also when the server is down. A probe without the saved Authorization header comes first, because it shows whether the server asks for OAuth; where it does and no such header is saved, the examination ends there. What a server does not declare is skipped and does not make the report \`partial\`. ${servers}`,
  access: 'member', service: 'diagnostics', rpc: DiagnosticsService.runDoctor, timeoutMs: 75_000,
  input: open({}), bodyOptional: true, status: 200, reply: DoctorReport,
});

export const listTools = operation({
  method: 'POST', path: '/projects/{projectId}/servers/{serverId}/tools', tag: 'Primitives',
  summary: 'List one page of a server\'s tools.',
  description: `Pages and cursors are the server's own. A server without tools answers FEATURE_NOT_SUPPORTED. ${enabledServers}`,
  access: 'member', service: 'diagnostics', rpc: DiagnosticsService.listTools, timeoutMs: LONGEST_REQUEST_MS,
  input: ListTools, bodyOptional: true, status: 200, reply: ToolPage,
});

export const callTool = operation({
  method: 'POST', path: '/projects/{projectId}/servers/{serverId}/tools/call', tag: 'Execution',
  summary: 'Call a tool of a server.',
  description: `Answers with the MCP result untouched. A tool that reports \`isError\` has answered: the status is 200. Going away cancels the call on the server. ${enabledServers}`,
  access: 'member', service: 'diagnostics', rpc: DiagnosticsService.callTool, timeoutMs: LONGEST_REQUEST_MS,
  input: CallTool, status: 200, reply: CallToolResult,
});
