import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client';
import { ProviderFault, type SignOnFault } from './provider-fault.ts';

/** What the browser brought back does not hold, or says no. Anybody can write it, so that it says nothing about the provider. */
export class AnswerFault extends ProviderFault {
  constructor(cause: unknown) {
    super(cause instanceof AuthorizationResponseError && cause.error === 'access_denied' ? 'denied' : 'wrong', cause);
  }
}

/** What an error of the client says of the provider, or of the way to it. */
export function faultOf(error: unknown, deadline: AbortSignal): SignOnFault {
  if (error instanceof ProviderFault) return error.fault;
  if (deadline.aborted) return 'slow';
  if (error instanceof ResponseBodyError) return error.error === 'invalid_grant' ? 'over' : 'wrong';
  // What the client makes of an answer is an error of its own; anything else stood in the way of one.
  return error instanceof ClientError && error.code !== undefined ? 'wrong' : 'unreachable';
}
