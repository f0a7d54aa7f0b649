export interface Call {
  toolCallId: string;
  toolName: string;
  input: Record<string, unknown>;
}
export interface Turn {
  turnId: string;
  promptIndex: number;
  status: 'queued' | 'running' | 'waiting' | 'completed' | 'failed' | 'cancelled';
  pendingCalls?: Call[];
  error?: { code: string; message: string };
}
export interface Visit {
  study: { name: string; description: string };
  isEnabled: boolean;
  hasConsented: boolean;
  openTurn?: Turn;
  endReason?: string;
}
export interface Message {
  index: number;
  turnId: string;
  promptIndex: number;
  role: 'visitor' | 'assistant' | 'tool';
  text: string;
  call?: Call;
  isError?: boolean;
  rating?: 'up' | 'down';
}

/** The answer of the platform when it refuses a request; `status` is 0 when no answer came. */
export class Refusal extends Error {
  readonly status: number;
  readonly reason: string;
  constructor(status: number, message: string, reason = '') {
    super(message);
    this.status = status;
    this.reason = reason;
  }
}

// The path of the page is the link; the visit lies below it.
const VISIT = `${location.pathname.replace(/\/$/, '')}/visit`;
export const EVENTS = `${VISIT}/events`;

async function request<T>(method: string, path: string, body?: object, key?: string): Promise<T> {
  const answer = await fetch(`${VISIT}${path}`, {
    method,
    credentials: 'same-origin',
    headers: { ...(body && { 'content-type': 'application/json' }), ...(key && { 'idempotency-key': key }) },
    ...(body && { body: JSON.stringify(body) }),
  }).catch(() => {
    throw new Refusal(0, 'You are offline.');
  });
  const document = (await answer.json().catch(() => ({}))) as { message?: string; details?: { reason?: string } };
  if (!answer.ok)
    throw new Refusal(answer.status, document.message ?? 'Something went wrong. Try again.', document.details?.reason);
  return document as T;
}

/** A key under which a message may be sent again; also where a page is not served over https. */
export const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

export const visitApi = {
  visit: () => request<Visit>('GET', ''),
  begin: () => request<Visit>('POST', '', { consent: true }),
  end: (erase: boolean) => request<object>('DELETE', '', { erase }),
  messages: (cursor?: string) =>
    request<{ items: Message[]; nextCursor?: string }>(
      'GET',
      `/messages${cursor === undefined ? '' : `?cursor=${encodeURIComponent(cursor)}`}`,
    ),
  send: (text: string, key: string) => request<Turn>('POST', '/messages', { text }, key),
  decide: (decisions: { toolCallId: string; isApproved: boolean }[]) =>
    request<Turn>('POST', '/decisions', { decisions }),
  cancel: () => request<object>('POST', '/cancel', {}),
  rate: (feedback: { turnId?: string; rating: 'up' | 'down'; comment?: string }) =>
    request<object>('PUT', '/feedback', feedback),
};
