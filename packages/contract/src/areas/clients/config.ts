import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { closed, Id, nullable, oneOf, record } from '../../schema.ts';
import { connectionHeaders, HEADER_NAME } from '../servers/header-names.ts';
import { McpRevision } from '../servers/mcp-revision.ts';
import { HEADER_TEXT } from '../../header-text.ts';
import { Name, Prose } from '../../text.ts';

const Headers = Type.Unsafe<Record<string, string>>({
  type: 'object',
  additionalProperties: { type: 'string', maxLength: 8_192, pattern: HEADER_TEXT },
  maxProperties: 100,
  propertyNames: { pattern: HEADER_NAME, maxLength: 200 },
  description: `HTTP headers, but for ${connectionHeaders.join(', ')}, which belong to the connection. Everyone who sees the project can read them, so a credential is refused: save it with its server.`,
});
/** In milliseconds. */
const RequestTimeout = Type.Integer({ minimum: 1, maximum: 600_000 });
const ProtocolVersion = McpRevision({ description: 'Pins a revision of MCP; negotiated when absent.' });
const ServerIds = Type.Array(Id, { maxItems: 100 });

/** How a client speaks MCP, where clients differ. */
export type McpProfile = Static<typeof McpProfile>;
export const McpProfile = closed(
  {
    profileVersion: Type.Literal(1),
    mcpProtocolVersion: Type.Optional(ProtocolVersion),
    toolParamHeaderMirroring: Type.Optional(
      oneOf(['mirror', 'omit'], {
        description: '`mirror` repeats arguments in headers where the tool asks for it; `omit` does not.',
      }),
    ),
    paginationTraversal: Type.Optional(
      oneOf(['full', 'firstPageOnly'], { description: '`firstPageOnly` never follows `nextCursor` of a list.' }),
    ),
    mrtrSupport: Type.Optional(
      oneOf(['full', 'none'], {
        description:
          '`none` does not answer results that ask for input, so a call with such a result fails; `full` (the default) does.',
      }),
    ),
    initialize: Type.Optional(
      record({
        description:
          'What the client says of itself in the handshake: `clientInfo` (`name` and `version`), and `capabilities`, which are laid over `clientCapabilities`.',
      }),
    ),
    apps: Type.Optional(
      record({ description: 'Declared in the handshake as the extension `io.modelcontextprotocol/ui`.' }),
    ),
  },
  { $id: 'ClientMcpProfile' },
);

export type SkillSelection = Static<typeof SkillSelection>;
export const SkillSelection = closed(
  {
    mode: oneOf(['all-visible', 'explicit']),
    skillIds: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 100 })),
  },
  { $id: 'ClientSkillSelection', description: '`explicit` needs `skillIds`, and `all-visible` takes none.' },
);

export type ServerConnectionOverride = Static<typeof ServerConnectionOverride>;
export const ServerConnectionOverride = closed(
  {
    headersOverride: Type.Optional(Headers),
    requestTimeoutOverride: Type.Optional(RequestTimeout),
    mcpProtocolVersionOverride: Type.Optional(ProtocolVersion),
  },
  { $id: 'ClientServerConnectionOverride' },
);

/**
 * The settings of a client: how it connects to MCP servers, what it offers to the model, and which model. Everything that
 * a run against the client does differently from another client is here.
 */
export type ClientConfig = Static<typeof ClientConfig>;
export const ClientConfig = closed(
  {
    hostStyle: Prose(100, { minLength: 1, description: 'The template or product that the client is like.' }),
    modelId: Name({ description: 'The model that a run uses unless its environment names another.' }),
    modelSelection: Type.Optional(record()),
    systemPrompt: Type.String({ maxLength: 100_000 }),
    temperature: Type.Optional(Type.Number({ minimum: 0, maximum: 2 })),
    requireToolApproval: Type.Boolean(),
    respectToolVisibility: Type.Optional(
      Type.Boolean({ description: 'Hides tools from the model that are declared as visible to apps only.' }),
    ),
    progressiveToolDiscovery: Type.Optional(
      Type.Boolean({ description: 'The model searches for tools instead of being told all declarations.' }),
    ),
    harness: Type.Optional(oneOf(['claude-code', 'codex', 'cursor'])),
    computer: Type.Optional(
      closed({
        kind: oneOf(['personal']),
        toolset: Type.Optional(oneOf(['bash'])),
        workdir: Type.Optional(Prose(500, { minLength: 1 })),
      }),
    ),
    serverIds: ServerIds,
    optionalServerIds: ServerIds,
    builtInToolIds: Type.Optional(Type.Array(Prose(100, { minLength: 1 }), { maxItems: 100 })),
    skillSelection: Type.Optional(SkillSelection),
    modelVisibleMcpToolResults: Type.Optional(
      record({
        description:
          'Which parts of tool results the model sees: `text`, `structuredContent`, `images`, `audio`, `resources`, `resourceLinks`, each true or false. All of them when absent, structured content only where a result has no text.',
      }),
    ),
    mcpToolResultImageRendering: Type.Optional(
      record({
        description: 'How images of tool results reach the model: `mode` is `name` (the default) or `attach`.',
      }),
    ),
    connectionDefaults: closed({ headers: Headers, requestTimeout: nullable(RequestTimeout) }),
    serverConnectionOverrides: Type.Optional(
      Type.Unsafe<Record<string, ServerConnectionOverride>>({
        type: 'object',
        additionalProperties: ServerConnectionOverride,
        maxProperties: 100,
        description: 'By server id; over `connectionDefaults`.',
      }),
    ),
    clientCapabilities: record({ description: 'The capabilities that the client declares in the handshake.' }),
    hostContext: record({ description: 'What the client tells widgets of itself, such as the theme.' }),
    hostCapabilitiesOverride: Type.Optional(record()),
    chatUiOverride: Type.Optional(record()),
    mcpProfile: Type.Optional(McpProfile),
    oauthProfile: Type.Optional(record()),
  },
  { $id: 'ClientConfig' },
);
