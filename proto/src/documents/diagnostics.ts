import { Type, type Static } from 'typebox';
import { Id, nullable, oneOf, open, page, record, verbatim } from '../schema.ts';

const optionalText = Type.Optional(Type.String());

export type InitInfo = Static<typeof InitInfo>;
export const InitInfo = open({
  protocolVersion: Type.String({ description: 'The revision of MCP that both sides agreed on.' }),
  transport: oneOf(['streamable-http', 'sse']),
  serverInfo: Type.Optional(record({ description: 'Name and version; absent when the server does not introduce itself.' })),
  capabilities: record(),
  instructions: optionalText,
}, { $id: 'ServerInitInfo' });

export type ValidateResult = Static<typeof ValidateResult>;
export const ValidateResult = open({
  success: Type.Literal(true),
  status: Type.Literal('connected'),
  initInfo: nullable(InitInfo),
}, { $id: 'ValidateResult' });

export const Tool = open({
  name: Type.String(),
  description: optionalText,
  inputSchema: Type.Optional(record()),
  outputSchema: Type.Optional(record()),
  _meta: Type.Optional(record()),
}, { $id: 'Tool', description: 'As the server declares it, further keys included.' });

export const Resource = open({
  uri: Type.String(), name: optionalText, description: optionalText, mimeType: optionalText,
}, { $id: 'Resource', description: 'As the server declares it, further keys included.' });

export const Prompt = open({
  name: Type.String(),
  description: optionalText,
  arguments: Type.Optional(Type.Array(open({ name: Type.String(), description: optionalText, required: Type.Optional(Type.Boolean()) }))),
}, { $id: 'Prompt', description: 'As the server declares it, further keys included.' });

export const ListTools = open({
  cursor: Type.Optional(Type.String({ description: '`nextCursor` of the page before. It is the server\'s own.' })),
}, { $id: 'ListToolsRequest' });
export const ToolPage = page(Tool, 'ToolPage');

const task = Type.Optional(record({ description: 'Running a tool as a task is not supported: answers FEATURE_NOT_SUPPORTED.' }));

export const CallTool = open({
  toolName: Type.String({ minLength: 1 }),
  parameters: Type.Optional(record({ description: 'The tool\'s arguments; `{}` when absent.' })),
  task,
  taskOptions: task,
}, { $id: 'CallToolRequest' });

export const CallToolResult = verbatim('CallToolResult', 'The MCP result exactly as the server wrote it: content, structuredContent, isError, _meta and whatever else it holds.');

export type DoctorCheck = Static<typeof DoctorCheck>;
export const DoctorCheck = open({
  status: oneOf(['ok', 'error', 'skipped']),
  detail: Type.String(),
}, { $id: 'DoctorCheck' });

const DoctorError = open({
  code: Type.String({ description: 'An error code of this API.' }),
  message: Type.String(),
  details: Type.Optional(record()),
}, { $id: 'DoctorError' });

export type DoctorProbe = Static<typeof DoctorProbe>;
export const DoctorProbe = open({
  url: Type.String(),
  protocolVersion: Type.String(),
  status: oneOf(['ready', 'oauth_required', 'reachable', 'error'], { description: '`reachable`: it answers HTTP, but not as an MCP server that lets us in.' }),
  transport: nullable(oneOf(['streamable-http', 'sse'])),
  initialize: Type.Optional(InitInfo),
  oauth: open({
    required: Type.Boolean(),
    registrationStrategies: Type.Optional(Type.Array(oneOf(['cimd', 'dcr', 'preregistered']))),
    authorizationServerUrl: optionalText,
    authorizationServerMetadataUrl: optionalText,
    resourceMetadataUrl: optionalText,
  }),
  error: Type.Optional(DoctorError),
}, { $id: 'DoctorProbe', description: 'A first look without the saved Authorization header.' });

export type DoctorReport = Static<typeof DoctorReport>;
export const DoctorReport = open({
  target: open({
    kind: Type.Literal('http'), scope: Type.Literal('hosted'), projectId: Id, serverId: Id, label: Type.String(), url: optionalText,
  }),
  generatedAt: Type.String({ format: 'date-time' }),
  status: oneOf(['ready', 'oauth_required', 'partial', 'error']),
  probe: nullable(DoctorProbe),
  connection: open({ status: oneOf(['connected', 'error', 'skipped']), detail: Type.String() }),
  initInfo: nullable(InitInfo),
  capabilities: nullable(record()),
  tools: Type.Array(Tool, { description: 'Without their `_meta`.' }),
  toolsMetadata: record({ description: 'The `_meta` of each tool that has one, by tool name.' }),
  resources: Type.Array(Resource),
  resourceTemplates: Type.Array(record()),
  prompts: Type.Array(Prompt),
  checks: open({
    probe: DoctorCheck, connection: DoctorCheck, initialization: DoctorCheck, capabilities: DoctorCheck,
    tools: DoctorCheck, resources: DoctorCheck, resourceTemplates: DoctorCheck, prompts: DoctorCheck,
  }),
  error: nullable(DoctorError),
}, { $id: 'DoctorReport' });
