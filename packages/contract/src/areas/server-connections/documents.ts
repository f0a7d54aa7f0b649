import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { anyText, closed, Id, oneOf, open } from '../../schema.ts';
import { Name, Prose } from '../../text.ts';

export const CreateServerConnection = closed(
  {
    url: Prose(2_048, { format: 'uri', description: 'Where the server is; http or https.' }),
    projectId: Type.Optional(Id),
    serverId: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 128,
        pattern: '^[!-~]+$',
        description: 'A saved server of the address, to be used again. Needs `projectId`.',
      }),
    ),
    name: Type.Optional(
      Name({ description: 'The name of the server when it is newly saved; its host name when absent.' }),
    ),
    reauthorize: Type.Optional(Type.Boolean({ description: 'Asks for consent even if there is a grant.' })),
  },
  { $id: 'ServerConnectionCreateBody' },
);

export type ConnectionStatus = Static<typeof ConnectionStatus>;
export const ConnectionStatus = oneOf([
  'discovering',
  'awaiting_project',
  'awaiting_authorization',
  'authorizing',
  'validating',
  'ready',
  'failed',
  'expired',
  'cancelled',
]);

export type ConnectionError = Static<typeof ConnectionError>;
export const ConnectionError = open({
  code: Type.String({ description: 'An error code of this API.' }),
  message: Type.String(),
  retryable: Type.Boolean({
    description: 'Trying again may help: the validation, where there is a `serverId`; a new connection otherwise.',
  }),
  candidates: Type.Optional(
    Type.Array(open({ id: Id, name: Type.String(), url: Type.Optional(Type.String()) }), {
      description: 'The choices: projects, or saved servers of the same address.',
    }),
  ),
});

export type ServerConnection = Static<typeof ServerConnection>;
export const ServerConnection = open(
  {
    connectionRequestId: Id,
    status: ConnectionStatus,
    handoffUrl: Type.Optional(
      Type.String({ format: 'uri', description: "For a person's browser. It holds no secret." }),
    ),
    expiresAt: Type.String({ format: 'date-time' }),
    projectId: Type.Optional(Id),
    serverId: Type.Optional(Id),
    server: Type.Optional(
      open({
        id: Id,
        name: Type.String(),
        url: Type.String(),
        enabled: Type.Boolean(),
      }),
    ),
    error: Type.Optional(ConnectionError),
  },
  { $id: 'ServerConnection' },
);

/**
 * The query of an authorization server's redirect. A person sees the answer, so any query is accepted; an invalid one
 * leads to an error page.
 */
export const AuthorizationAnswer = open(
  {
    code: Type.Optional(anyText()),
    state: Type.Optional(anyText()),
    iss: Type.Optional(anyText()),
    error: Type.Optional(anyText()),
  },
  { $id: 'AuthorizationAnswer' },
);

/** The form of the hand-off page. */
export const Consent = Type.Unsafe<Uint8Array>({
  $id: 'ConnectionConsent',
  type: 'string',
  description: 'The form of the hand-off page, with the token that the page gave it.',
});

export const Page = Type.Unsafe<Uint8Array>({ $id: 'HtmlPage', type: 'string', description: 'A page for a person.' });

export const ClientMetadata = open(
  {
    client_id: Type.String({ format: 'uri' }),
    client_name: Type.String(),
    redirect_uris: Type.Array(Type.String({ format: 'uri' })),
  },
  {
    $id: 'OAuthClientMetadata',
    description: 'The client identity of Assay for authorization servers (OAuth client ID metadata document).',
  },
);
