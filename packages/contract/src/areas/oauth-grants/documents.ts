import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { EpochMs, Id, nullable, oneOf, open } from '../../schema.ts';
import { Prose } from '../../text.ts';

/** A secret as it is sent in a header: RFC 6750 allows less, real servers use more. */
const secret = (maxLength: number, description: string) =>
  Type.String({
    minLength: 1,
    maxLength,
    pattern: '^[!-~]+$',
    format: 'password',
    description,
  });
const url = (description: string) => Prose(2_048, { format: 'uri', description });
const anythingElse = 'Unknown keys are ignored.';

export type ImportTokens = Static<typeof ImportTokens>;
export const ImportTokens = open(
  {
    serverUrl: url('The address that the tokens were granted for. It must be on the origin of the saved server.'),
    tokens: open(
      {
        access_token: secret(16_384, 'Sent to the server as a bearer token.'),
        refresh_token: Type.Optional(
          nullable(secret(16_384, 'Renews the access token before it expires, and when the server refuses it.')),
        ),
        expires_in: Type.Optional(
          nullable(
            Type.Number({
              minimum: 0,
              maximum: 315_360_000,
              description: 'Seconds from now. Without it the token is used until the server refuses it.',
            }),
          ),
        ),
        token_type: Type.Optional(
          nullable(
            Type.String({ pattern: '^[Bb][Ee][Aa][Rr][Ee][Rr]$', description: 'Only bearer tokens can be used.' }),
          ),
        ),
        scope: Type.Optional(
          nullable(Type.String({ maxLength: 8_192, pattern: '^[ -~]*$', description: 'Separated by spaces.' })),
        ),
        id_token: Type.Optional(nullable(secret(65_536, 'Kept with the tokens.'))),
      },
      { description: `A token response of RFC 6749, as it was received; null says nothing. ${anythingElse}` },
    ),
    oauthResourceUrl: Type.Optional(url('The RFC 8707 resource that the tokens were asked for.')),
    authorizationServerUrl: Type.Optional(
      url(
        "The issuer. Discovered from the server's metadata when absent, which needs a server that is reached without a runner or a tunnel. The secret of the client that is saved with the server is not shown to an issuer that is named here: send `clientInformation` then.",
      ),
    ),
    clientInformation: Type.Optional(
      open(
        {
          clientId: Prose(2_048, { minLength: 1 }),
          clientSecret: Type.Optional(
            Prose(4_096, {
              minLength: 1,
              format: 'password',
              description: 'A PKCS #8 private key in PEM is not sent but signs (private_key_jwt).',
            }),
          ),
        },
        {
          description:
            'The client that the tokens were granted to; the client that is saved with the server when absent.',
        },
      ),
    ),
  },
  { $id: 'ImportTokensRequest', description: anythingElse },
);

export type ImportTokensResult = Static<typeof ImportTokensResult>;
export const ImportTokensResult = open(
  {
    imported: Type.Literal(true),
    expiresAt: nullable(EpochMs('Null when `expires_in` was not given.')),
  },
  { $id: 'ImportTokensResult' },
);

export type TokenRequest = Static<typeof TokenRequest>;
export const TokenRequest = open(
  {
    kind: oneOf(['granted', 'imported', 'renewed']),
    madeAt: EpochMs(),
    durationMs: Type.Optional(
      Type.Number({ description: 'How long the authorization server took; absent for tokens that were imported.' }),
    ),
    lifeMs: Type.Optional(
      Type.Number({ description: 'The lifetime of the token; absent when the token response did not say.' }),
    ),
    error: Type.Optional(
      Type.String({ description: 'The code of the refusal, such as `invalid_grant`; absent when tokens came.' }),
    ),
  },
  { $id: 'OAuthTokenRequest' },
);

export type OAuthGrant = Static<typeof OAuthGrant>;
export const OAuthGrant = open(
  {
    serverUrl: Type.String({ description: 'The address that it was granted for; it is used on that origin alone.' }),
    grantType: oneOf(['authorization_code', 'client_credentials'], {
      description:
        "`authorization_code` was granted by a person; `client_credentials` is requested by the server's own client.",
    }),
    authorizationServer: Type.Optional(Type.String({ description: 'Absent until it was needed.' })),
    resource: Type.Optional(Type.String()),
    scopes: Type.Array(Type.String(), { description: 'The scopes that were granted.' }),
    scopesAsked: Type.Optional(
      Type.Array(Type.String(), { description: 'The scopes that were asked for, where a person signed in.' }),
    ),
    scopesOffered: Type.Optional(
      Type.Array(Type.String(), { description: 'The scopes that the server offered then.' }),
    ),
    grantedBy: Type.Optional({ ...Id, description: 'The user who signed in, or who imported the tokens.' }),
    isImported: Type.Optional(Type.Literal(true, { description: 'Its tokens were granted elsewhere.' })),
    tokenRequests: Type.Array(TokenRequest, {
      description: 'The last 20 requests for tokens of this server, the newest first; requests of earlier grants too.',
    }),
    expiresAt: nullable(EpochMs('Null when the token response did not say.')),
    hasRefreshToken: Type.Boolean(),
    state: oneOf(['active', 'lost'], {
      description: '`lost`: the authorization server no longer accepts it; a person has to grant access again.',
    }),
    lastRefreshAt: Type.Optional(EpochMs()),
    lastError: Type.Optional(
      open(
        { code: Type.String(), message: Type.String() },
        { description: 'Why the last attempt to get a token failed.' },
      ),
    ),
    createdAt: EpochMs(),
    updatedAt: EpochMs(),
  },
  { $id: 'OAuthGrant', description: 'The facts about a grant. The tokens are never returned.' },
);

export const OAuthGrantDeleted = open(
  {
    deleted: Type.Literal(true),
    revoked: Type.Boolean({ description: 'Whether the authorization server was told (RFC 7009).' }),
  },
  { $id: 'OAuthGrantDeleted' },
);
