import type { ReadinessEvidence } from '@assay/contract/areas/readiness/work';
import {
  fail,
  notApplicable,
  notEvaluated,
  pass,
  warn,
  type RequirementJudge,
  type RequirementGrade,
} from './requirement.ts';

type OAuth = NonNullable<ReadinessEvidence['oauth']>;

/** A judge that applies only to a server that asks for an OAuth grant. */
const ofOAuth =
  (judge: (oauth: OAuth) => RequirementGrade): RequirementJudge =>
  ({ stranger, oauth }) => {
    if (stranger === 'admitted') return notApplicable('The server accepts requests without credentials.');
    if (stranger === 'needs-grant' && oauth) return judge(oauth);
    if (stranger === 'refused') return notApplicable('The server does not ask for an OAuth grant.');
    return notEvaluated(
      'How the server treats a caller without credentials was not observed.',
      'an answer of the server',
    );
  };

/** Passes when the server needs no credentials, or sends users to an authorization server. */
export const openOrOAuth: RequirementJudge = ({ stranger, credential }) => {
  switch (stranger) {
    case 'admitted':
      return pass('The server accepts requests without credentials.');
    case 'needs-grant':
      return pass('The server asks for an OAuth grant.');
    case 'refused':
      return fail(
        credential === 'header'
          ? 'The server takes a saved header and does not ask others for an OAuth grant.'
          : 'The server turns callers without credentials away and does not ask for an OAuth grant.',
        'Answer 401 with a WWW-Authenticate header that names the protected resource metadata, and let users sign in by OAuth.',
      );
    case 'unknown':
      return notEvaluated(
        'How the server treats a caller without credentials was not observed.',
        'an answer of the server',
      );
  }
};

/** Faults that make it impossible to sign in. */
const FATAL = new Set(['resource-mismatch', 'code-flow-unsupported']);

export const oauthMetadata = ofOAuth(({ resourceMetadataUrl, authorizationServerMetadataUrl, faults }) => {
  const messages = faults.map(({ message }) => message);
  const fatal = faults.find(({ code }) => FATAL.has(code));
  if (fatal) return fail(fatal.message, 'Fix the metadata: no client can sign in with it.', messages);
  if (!authorizationServerMetadataUrl)
    return fail(
      messages[0] ?? "The authorization server's metadata was not found.",
      'Publish metadata of the authorization server (RFC 8414 or OpenID Connect discovery), and name it in the protected resource metadata.',
      messages,
    );
  if (!resourceMetadataUrl)
    return warn(
      'The authorization server was found, the protected resource metadata was not.',
      'Publish /.well-known/oauth-protected-resource (RFC 9728) for the endpoint.',
      messages,
    );
  if (faults[0])
    return warn(faults[0].message, 'Fix the metadata: not every OAuth client accepts it as it is.', messages);
  return pass('Resource and authorization server describe themselves.');
});

/** A client credentials grant belongs to the client: no user has signed in. */
export const userConsent: RequirementJudge = (evidence, mode) =>
  ofOAuth(({ grantTypes }) => {
    if (grantTypes && !grantTypes.includes('authorization_code'))
      return fail(
        'The authorization server gives no grant for authorization codes.',
        'Let users sign in and consent: support the authorization code grant.',
        grantTypes,
      );
    if (evidence.credential === 'client-credentials')
      return warn(
        'The saved grant belongs to the client, so no user has signed in.',
        'Connect the server once as a user would; a grant of client credentials is not enough.',
      );
    return pass('Users can sign in and consent.');
  })(evidence, mode);

export const clientRegistration = ofOAuth(({ registrationStrategies }) => {
  if (registrationStrategies.some((strategy) => strategy === 'dcr' || strategy === 'cimd'))
    return pass(`Clients can register by ${registrationStrategies.join(', ')}.`);
  return warn(
    'A client has to be registered by hand.',
    'Support client id metadata documents or dynamic client registration, or hand the publisher a client id with the submission.',
    registrationStrategies,
  );
});

export const pkceSupport = ofOAuth(({ authorizationServerMetadataUrl, codeChallengeMethods }) => {
  if (!authorizationServerMetadataUrl)
    return notEvaluated(
      "The authorization server's metadata was not found.",
      'the metadata of the authorization server',
    );
  if (!codeChallengeMethods)
    return fail(
      'The metadata does not name the code challenge methods.',
      'Publish code_challenge_methods_supported with S256.',
    );
  if (!codeChallengeMethods.includes('S256'))
    return fail(
      'S256 is not among the code challenge methods.',
      'Support PKCE with S256, and publish so.',
      codeChallengeMethods,
    );
  return pass('PKCE with S256 is supported.');
});
