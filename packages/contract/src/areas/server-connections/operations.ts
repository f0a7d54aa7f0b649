import { operation } from '../../operation.ts';
import { open } from '../../schema.ts';
import {
  AuthorizationAnswer,
  ClientMetadata,
  Consent,
  CreateServerConnection,
  Page,
  ServerConnection,
} from './documents.ts';

const tag = 'Server connections';
const service = 'diagnostics';
const html = 'text/html; charset=utf-8';

export const beginConnectionAuthorization = operation({
  method: 'POST',
  path: '/server-connections/{requestId}/handoff',
  headers: ['browserToken'],
  tag,
  summary: "Lead a person's browser to the authorization server.",
  description:
    'The form of the hand-off page. The way back is tied to this browser by a cookie. The person who asked for the connection must still be a member of the project, and their key or session must be valid.',
  access: 'public',
  service,
  timeoutMs: 20_000,
  input: Consent,
  consumes: 'application/x-www-form-urlencoded',
  status: 200,
  reply: Page,
  produces: html,
});

export const cancelServerConnection = operation({
  method: 'POST',
  path: '/server-connections/{requestId}/cancel',
  tag,
  summary: 'Give a connection up.',
  description: 'A connection that has ended answers CONFLICT, and so does one whose server is saved already.',
  access: 'key',
  service,
  input: open({}),
  bodyOptional: true,
  status: 200,
  reply: ServerConnection,
});

export const createServerConnection = operation({
  method: 'POST',
  path: '/server-connections',
  tag,
  summary: "Connect to a server, with a person's consent where it is needed.",
  description:
    "Checks what the server needs, and answers how far the connection came. Without `projectId` the organization's only project is taken; with several the status is `awaiting_project` and the error lists them: ask again with one. A saved server of the same address is used again. Where the server needs OAuth, `handoffUrl` is for the browser of the person who is to consent; afterwards the server is saved with its grant and validated. A connection that is not made within 15 minutes expires.",
  access: 'key',
  service,
  timeoutMs: 30_000,
  input: CreateServerConnection,
  status: 201,
  reply: ServerConnection,
});

export const finishConnectionAuthorization = operation({
  method: 'GET',
  path: '/oauth/callback',
  headers: ['browserToken'],
  tag,
  summary: 'Where authorization servers send browsers back to.',
  description: 'A way back that belongs to no open connection is a 404, as a page.',
  access: 'public',
  service,
  timeoutMs: 45_000,
  input: AuthorizationAnswer,
  status: 200,
  reply: Page,
  also: [404],
  produces: html,
});

export const getOauthClientMetadata = operation({
  method: 'GET',
  path: '/oauth/client-metadata',
  tag,
  summary: 'Read the client identity of Assay for authorization servers.',
  description:
    "The client ID metadata document of this installation; its address is the client's id where `PUBLIC_URL` is https.",
  access: 'public',
  service,
  input: open({}),
  status: 200,
  reply: ClientMetadata,
});

export const getServerConnection = operation({
  method: 'GET',
  path: '/server-connections/{requestId}',
  tag,
  summary: 'Read how far a connection is.',
  description:
    '`handoffUrl` is for members who may save servers in the project; while no project was chosen, only its maker can read the connection. Polling has a budget of its own, beside the budget of the key.',
  access: 'key',
  polled: true,
  service,
  input: open({}),
  status: 200,
  reply: ServerConnection,
});

export const openConnectionHandoff = operation({
  method: 'GET',
  path: '/server-connections/{requestId}/handoff',
  headers: ['browserToken'],
  tag,
  summary: 'The page on which a person consents to a connection.',
  description:
    'For a browser, without a key. Shows the client and the requested access; nothing happens until the person goes on.',
  access: 'public',
  service,
  timeoutMs: 20_000,
  input: open({}),
  status: 200,
  reply: Page,
  produces: html,
});

export const retryServerConnectionValidation = operation({
  method: 'POST',
  path: '/server-connections/{requestId}/retry-validation',
  tag,
  summary: 'Validate the server of a connection once more.',
  description: 'Only after a validation that failed with a `retryable` error; CONFLICT otherwise.',
  access: 'key',
  service,
  timeoutMs: 30_000,
  input: open({}),
  bodyOptional: true,
  status: 200,
  reply: ServerConnection,
});
