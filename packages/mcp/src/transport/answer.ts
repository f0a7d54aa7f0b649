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

export function httpAnswerOf({ ok, status, headers }: Response): HttpAnswer {
  const answer: HttpAnswer = { status };
  for (const [key, name] of Object.entries(HEADERS) as [keyof typeof HEADERS, string][]) {
    const value = headers.get(name);
    if (value !== null) answer[key] = value;
    // Other headers of a successful answer are never used.
    if (ok && key === 'contentEncoding') break;
  }
  return answer;
}
