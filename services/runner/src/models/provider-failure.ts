import { AISDKError, APICallError } from '@ai-sdk/provider';
import { Problem, type Code } from '@assay/contract/problem';
import { ProviderFailure, type Outlook, type Stop } from '../turn/turn-model.ts';
import { brokenOff } from './failed-answers.ts';

interface Meaning {
  when: (status: number, body: string) => boolean;
  code: Code;
  says: string;
  outlook: Pick<Outlook, 'again' | 'tooLong'>;
  stop?: Stop;
}

const again = { again: true };
const never = { again: false };

/** An account that is used up; only where providers say so, because other answers may quote what a stranger wrote. */
const isUsedUp = (status: number, body: string): boolean =>
  status === 402 ||
  (status === 429 && /insufficient_quota|billing_hard_limit/i.test(body)) ||
  (status === 400 && /credit balance is too low/i.test(body));

/** A key that is not accepted. Content and regions are forbidden, too, and not for every call. */
const isRefusedKey = (status: number, body: string): boolean =>
  status === 401 || (status === 403 && /api[ _-]?key|credential|authenticat/i.test(body));

/** What an answer of the provider that is none means for us; first match wins. */
const meanings: Meaning[] = [
  {
    when: isUsedUp,
    code: 'RATE_LIMITED',
    says: 'has no quota left for its key',
    outlook: never,
    stop: 'PROVIDER_QUOTA_EXHAUSTED',
  },
  {
    when: isRefusedKey,
    code: 'UNAUTHORIZED',
    says: 'does not accept the key it is configured with',
    outlook: never,
    stop: 'PROVIDER_REFUSED_KEY',
  },
  {
    when: (status) => status === 404,
    code: 'NOT_FOUND',
    says: 'does not know it',
    outlook: never,
  },
  {
    when: (status) => status === 429,
    code: 'RATE_LIMITED',
    says: 'takes no more requests at the moment',
    outlook: again,
    stop: 'PROVIDER_RATE_LIMITED',
  },
  {
    when: (status) => status === 408,
    code: 'TIMEOUT',
    says: 'did not answer in time',
    outlook: again,
  },
  {
    when: (status, body) =>
      (status === 400 || status === 413) && /context|too long|too large|maximum.{0,40}tokens/i.test(body),
    code: 'VALIDATION_ERROR',
    says: 'cannot take a conversation of this length',
    outlook: { again: false, tooLong: true },
  },
  {
    when: (status) => status >= 400 && status < 500,
    code: 'VALIDATION_ERROR',
    says: 'refuses the request',
    outlook: never,
  },
  {
    when: (status) => status >= 500,
    code: 'SERVER_UNREACHABLE',
    says: 'is out of order',
    outlook: again,
  },
  {
    when: () => true,
    code: 'SERVER_UNREACHABLE',
    says: 'answers with something that is no answer of its API',
    outlook: never,
  },
];

/**
 * What a call of a model that failed means. It says nothing in the provider's own words: those may quote the key or the
 * request.
 */
export function providerFailure(error: unknown, id: string): ProviderFailure {
  const provider = `The provider of the model "${id}"`;
  if (APICallError.isInstance(error) && error.statusCode !== undefined) {
    const { statusCode: status, responseBody = '', responseHeaders = {} } = error;
    const { code, says, outlook, stop } = meanings.find(({ when }) => when(status, responseBody))!;
    const afterMs = retryAfterMs(responseHeaders);
    return new ProviderFailure(new Problem(code, `${provider} ${says} (HTTP ${status}).`), {
      ...outlook,
      ...(afterMs !== undefined && { afterMs }),
      ...(stop && { stop }),
    });
  }
  // What the SDK itself finds wrong with a request or an answer would be so again.
  if (AISDKError.isInstance(error) && !APICallError.isInstance(error))
    return new ProviderFailure(new Problem('SERVER_UNREACHABLE', `${provider} gives no usable answer.`), never);
  return brokenOff(id);
}

/** `Retry-After` in seconds or as a date (RFC 9110), or in the milliseconds of some providers; from now, in milliseconds. */
function retryAfterMs({ 'retry-after-ms': ms, 'retry-after': after }: Record<string, string>): number | undefined {
  const wait =
    ms !== undefined
      ? Number(ms)
      : after === undefined
        ? NaN
        : /^[\d.]+$/.test(after)
          ? Number(after) * 1_000
          : Date.parse(after) - Date.now();
  return Number.isFinite(wait) ? Math.max(0, wait) : undefined;
}
