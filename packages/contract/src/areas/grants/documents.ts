import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { anyText, EpochMs, Id, oneOf, open, page, pageQuery } from '../../schema.ts';
import { allScopes } from './scopes.ts';

/** The id of the command line, which is an application of every installation. */
export const COMMAND_LINE = 'assay-cli';

/** The APIs that a grant can be for. The command line's are for both. */
export const audiences: ['mcp', 'api'] = ['mcp', 'api'];
export type Audience = (typeof audiences)[number];

/** The query of the consent page. A browser sees the answer, so any query is accepted, and refused on the page. */
export const AuthorizationQuery = open(
  {
    response_type: Type.Optional(anyText({ description: '`code`.' })),
    client_id: Type.Optional(anyText({ description: 'The application.' })),
    redirect_uri: Type.Optional(
      anyText({ description: 'One that the application registered. The port of a loopback address may be any.' }),
    ),
    code_challenge: Type.Optional(anyText({ description: 'SHA-256 of the verifier, in base64url (RFC 7636).' })),
    code_challenge_method: Type.Optional(anyText({ description: '`S256`.' })),
    scope: Type.Optional(anyText({ description: '`read`, `launch` and `write`; all of them when absent.' })),
    state: Type.Optional(anyText({ description: 'Is sent back.' })),
    resource: Type.Optional(
      anyText({
        description:
          'The addresses of `/mcp` or of the API (RFC 8707); when absent, `/mcp`, and both for the command line.',
      }),
    ),
  },
  { $id: 'AuthorizationQuery' },
);

const form = (id: string, description: string) => Type.Unsafe<Uint8Array>({ $id: id, type: 'string', description });

export const ConsentForm = form(
  'ConsentForm',
  'The form of the consent page: `query`, `csrf`, `decision`, `organization` and the scopes.',
);
export const DeviceForm = form(
  'DeviceForm',
  'The forms of the page: `user_code`, and then `csrf`, `decision`, `organization` and the scopes.',
);
export const DeviceQuery = open(
  { user_code: Type.Optional(anyText({ description: 'The code, as in `verification_uri_complete`.' })) },
  { $id: 'DeviceQuery' },
);
export const DeviceAuthorizationForm = form(
  'DeviceAuthorizationForm',
  '`client_id`, and `scope` and `resource` if wanted (RFC 8628, section 3.1).',
);
export const TokenForm = form(
  'TokenForm',
  '`grant_type`: `authorization_code` with `code`, `redirect_uri` and `code_verifier`; `urn:ietf:params:oauth:grant-type:device_code` with `device_code`; or `refresh_token` with `refresh_token`. Each with `client_id`.',
);
export const RevocationForm = form('RevocationForm', '`token`: an access token or a refresh token (RFC 7009).');

export const DeviceAuthorization = open(
  {
    device_code: Type.String(),
    user_code: Type.String({ description: 'For the person, such as `WDJB-MJHT`.' }),
    verification_uri: Type.String(),
    verification_uri_complete: Type.String(),
    expires_in: Type.Integer({ description: 'In seconds.' }),
    interval: Type.Integer({ description: 'The least time between two questions for the token, in seconds.' }),
  },
  { $id: 'DeviceAuthorization' },
);

export type Tokens = Static<typeof Tokens>;
export const Tokens = open(
  {
    access_token: Type.String({ description: 'Begins with `oat_`.' }),
    token_type: Type.Literal('Bearer'),
    expires_in: Type.Integer({ description: 'In seconds.' }),
    refresh_token: Type.String({ description: 'Begins with `ort_`. It is good for one use.' }),
    scope: Type.String({ description: 'The scopes that the person allowed, with blanks between them.' }),
  },
  { $id: 'Tokens' },
);

/** Errors have the form of RFC 7591, so the owning service reads the bytes. */
export const RegisterApplication = form(
  'ApplicationRegistrationRequest',
  'JSON: `redirect_uris`, 1 to 10 addresses (https, http on a loopback address, or a scheme of the application’s own), and `client_name`. Other fields are ignored. Applications have no secret.',
);

export const Application = open(
  {
    client_id: Type.String(),
    client_id_issued_at: Type.Integer({ description: 'In seconds since 1970.' }),
    client_name: Type.String(),
    redirect_uris: Type.Array(Type.String()),
    token_endpoint_auth_method: Type.Literal('none'),
    grant_types: Type.Array(Type.String()),
    response_types: Type.Array(Type.String()),
  },
  { $id: 'Application' },
);

export const TokenRevoked = open({}, { $id: 'TokenRevoked' });

export type ApplicationGrant = Static<typeof ApplicationGrant>;
export const ApplicationGrant = open(
  {
    id: Id,
    application: open({
      id: Type.String({ description: '`assay-cli`, the id of a registration, or the address of its metadata.' }),
      name: Type.String({ description: 'What it calls itself; it may be made up.' }),
    }),
    organizationId: Id,
    scopes: Type.Array(oneOf(allScopes)),
    audiences: Type.Array(oneOf(audiences), { description: '`mcp` is the address `/mcp`, `api` is `/api/v1`.' }),
    createdAt: EpochMs(),
    lastUsedAt: EpochMs('Exact to a minute.'),
    expiresAt: EpochMs('Each renewal of its tokens moves it.'),
  },
  { $id: 'ApplicationGrant' },
);
export const ApplicationGrantPage = page(ApplicationGrant, 'ApplicationGrantPage');
export const ListOwnGrants = pageQuery('ListOwnGrants', 50, 200);
export const GrantRevoked = open({ id: Id, revoked: Type.Literal(true) }, { $id: 'GrantRevoked' });
