import type { EgressAnswer } from '@assay/egress/request';

/** An HTTP answer of a server, with the fields that explain a failure. */
export interface HttpAnswer {
  status: number;
  /** The WWW-Authenticate header. */
  challenge?: string;
  contentType?: string;
  contentEncoding?: string;
  /** The target of a redirect. */
  location?: string;
  retryAfter?: string;
  /** The Upgrade header. */
  upgrade?: string;
  /** The beginning of the body. Evidence only: it never enters an error. */
  body?: string;
}

/** The HTTP answer with which a server refused a request. */
export type HttpRefusal = HttpAnswer;

const HEADERS = {
  contentType: 'content-type',
  contentEncoding: 'content-encoding',
  challenge: 'www-authenticate',
  location: 'location',
  retryAfter: 'retry-after',
  upgrade: 'upgrade',
} as const;

export const isSuccess = (status: number): boolean => status >= 200 && status < 300;

export function httpAnswerOf({ status, headers }: Pick<EgressAnswer, 'status' | 'headers'>): HttpAnswer {
  const answer: HttpAnswer = { status };
  for (const [key, name] of Object.entries(HEADERS) as [keyof typeof HEADERS, string][]) {
    const value = headers[name];
    if (value !== undefined) answer[key] = value;
    // Other headers of a successful answer are never used.
    if (isSuccess(status) && key === 'contentEncoding') break;
  }
  return answer;
}

/** At most this much of a body is kept as evidence, in characters. */
export const EVIDENCE_CHARACTERS = 4_096;

/** Keeps the beginning of a body as evidence, unless there is some. */
export function keepEvidence(answer: HttpAnswer | undefined, text: () => string): void {
  if (answer) answer.body ??= text().slice(0, EVIDENCE_CHARACTERS);
}

const mediaTypeOf = ({ headers }: Pick<EgressAnswer, 'headers'>): string =>
  (headers['content-type'] ?? '').split(';', 1)[0]!.trim().toLowerCase();

export const isEventStream = (answer: EgressAnswer): boolean =>
  answer.body !== undefined && mediaTypeOf(answer) === 'text/event-stream';
export const isJson = (answer: EgressAnswer): boolean => mediaTypeOf(answer) === 'application/json';
