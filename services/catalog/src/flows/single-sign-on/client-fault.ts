import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client';
import { ProviderFault, type SignOnFault } from './provider-fault.ts';

/**
 * The callback of the browser is invalid, or says that access was denied. Any visitor can forge a callback, so this
 * error says nothing about the provider.
 */
export class AnswerFault extends ProviderFault {
  constructor(cause: unknown) {
    super(cause instanceof AuthorizationResponseError && cause.error === 'access_denied' ? 'denied' : 'wrong', cause);
  }
}

/** The fault of the provider, or of the connection to it, that an error of the client stands for. */
export function faultOf(error: unknown, deadline: AbortSignal): SignOnFault {
  if (error instanceof ProviderFault) return error.fault;
  if (deadline.aborted) return 'slow';
  if (error instanceof ResponseBodyError) return error.error === 'invalid_grant' ? 'over' : 'wrong';
  // A ClientError is about an answer that arrived; any other error prevented an answer.
  return error instanceof ClientError && error.code !== undefined ? 'wrong' : 'unreachable';
}
