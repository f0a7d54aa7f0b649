/** An HTTP answer of a server, as much of it as tells why something failed. */
export interface HttpAnswer {
  status: number;
  /** The WWW-Authenticate header. */
  challenge?: string;
  contentType?: string;
  contentEncoding?: string;
  /** Where a redirect leads. */
  location?: string;
  retryAfter?: string;
  /** The Upgrade header. */
  upgrade?: string;
  /** The beginning of the body, as far as it was read. Evidence only: it never enters an error. */
  body?: string;
}

/** How a server turned an HTTP request down. */
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
    // Of an answer that does what was asked, nothing else is ever looked at.
    if (ok && key === 'contentEncoding') break;
  }
  return answer;
}
