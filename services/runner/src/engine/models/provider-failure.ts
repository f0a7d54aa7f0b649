import { AISDKError, APICallError } from '@ai-sdk/provider';
import { given } from '@assay/contract/given';
import { Problem, type ProblemCode } from '@assay/contract/problem';
import { ProviderFailure, type RetryOutlook, type ProviderStop } from './turn-model.ts';
import { brokenConnection } from './failed-answers.ts';

interface Meaning {
  when: (status: number, body: string) => boolean;
  code: ProblemCode;
  says: string;
  outlook: Pick<RetryOutlook, 'again' | 'tooLong'>;
  stop?: ProviderStop;
}

const again = { again: true };
const never = { again: false };

/**
 * Whether an account is used up. Only status and codes of the provider count, because other answers may quote a
 * stranger's text.
 */
const isUsedUp = (status: number, body: string): boolean =>
  status === 402 ||
  (status === 429 && /insufficient_quota|billing_hard_limit/i.test(body)) ||
  (status === 400 && /credit balance is too low/i.test(body));

/** Whether a key was refused. Content and regions may be forbidden, too, but not for every call. */
const isRefusedKey = (status: number, body: string): boolean =>
  status === 401 || (status === 403 && /api[ _-]?key|credential|authenticat/i.test(body));

/** The meaning of each kind of failed answer; the first match wins. */
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
    says: 'is not working',
    outlook: again,
  },
  {
    when: () => true,
    code: 'SERVER_UNREACHABLE',
    says: 'gives an answer that is not valid in its API',
    outlook: never,
  },
];

/**
 * The meaning of a failed call of a model. It has none of the provider's own words: they may quote the key or the
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
      ...given({ afterMs, stop }),
    });
  }
  // An error that the SDK itself finds in a request or an answer would repeat.
  if (AISDKError.isInstance(error) && !APICallError.isInstance(error))
    return new ProviderFailure(new Problem('SERVER_UNREACHABLE', `${provider} gives no usable answer.`), never);
  return brokenConnection(id);
}

/**
 * Parses `Retry-After` in seconds or as a date (RFC 9110), or the millisecond header of some providers. Returns
 * milliseconds from now.
 */
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
