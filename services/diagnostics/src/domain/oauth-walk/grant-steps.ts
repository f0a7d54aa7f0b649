import type { StepJudge } from './step-judgement.ts';

const NOT_BEGUN = { status: 'pending', found: 'not begun' } as const;

/** A person agreed. */
export const judgeAuthorization: StepJudge = ({ grant, scopesOffered }) => {
  if (!grant) return { status: 'pending', found: 'a person has not signed in yet' };
  if (grant.kind === 'client_credentials')
    return { status: 'not_needed', found: "no person is asked: the server's own client requests its tokens" };
  if (grant.isImported) return { status: 'not_needed', found: 'tokens were imported; no one signed in here' };
  const { scopes } = grant;
  const agreed =
    scopesOffered.length > 0
      ? `to ${scopes.filter((scope) => scopesOffered.includes(scope)).length} of ${scopesOffered.length} scopes`
      : 'without named scopes';
  return { status: 'passed', found: `A person agreed ${agreed}; the redirect came back with its state.` };
};

/** The authorization server gave a token that can still be used. */
export const judgeToken: StepJudge = ({ grant }) => {
  if (!grant) return NOT_BEGUN;
  const { isLost, isExpired, canRenew, lifeMs, resource, error, requestMs } = grant;
  const took = requestMs === undefined ? {} : { durationMs: requestMs };
  if (isLost || (isExpired && !canRenew))
    return {
      ...took,
      status: 'failed',
      found: isLost
        ? (error ?? 'The authorization server no longer accepts the grant.')
        : 'The token has expired, and there is no refresh token.',
      nextStep: 'Sign in again.',
    };
  const life = lifeMs === undefined ? 'without a stated end' : `for ${Math.max(1, Math.round(lifeMs / 60_000))} min`;
  const audience = resource === undefined ? '' : `; it was asked for ${resource}`;
  return {
    ...took,
    status: error === undefined ? 'passed' : 'warning',
    found: `Bearer ${life}, ${canRenew ? 'with a refresh token' : 'without a refresh token'}${audience}`,
    ...(error !== undefined && { explanation: `The last renewal failed. ${error}` }),
  };
};

/** The server accepts the token. */
export const judgeFirstCall: StepJudge = ({ firstCall }) => {
  if (!firstCall) return NOT_BEGUN;
  const { durationMs } = firstCall;
  if ('problem' in firstCall) return { status: 'failed', durationMs, found: firstCall.problem };
  const { tools } = firstCall;
  return {
    status: 'passed',
    durationMs,
    found: `initialize and tools/list with the token: ${tools} ${tools === 1 ? 'tool' : 'tools'}`,
  };
};
