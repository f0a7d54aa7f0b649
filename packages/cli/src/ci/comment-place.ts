import { CommandFailure } from '../command-failure.ts';
import { exitCodes } from '../exit-codes.ts';

/** A comment as its system lists it. */
export interface PlacedComment {
  id: number;
  body: string;
}

/** The comments of one pull request. */
export interface CommentPlace {
  /** The longest comment, in characters. */
  maxChars: number;
  /** A page from 1, oldest first. */
  list(page: number): Promise<PlacedComment[]>;
  create(body: string): Promise<void>;
  /** False where the comment is another one's, so that it may not be changed. */
  update(id: number, body: string): Promise<boolean>;
}

/** A request to the API of a CI system. */
export interface PlaceRequest {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT';
  url: string;
  headers: Record<string, string>;
  body?: object;
}

const ANSWER_MS = 30_000;

/**
 * The answer of the API of a CI system. Redirects are not followed, as the request holds a token.
 * @throws CommandFailure when no answer comes, or one of 5xx.
 */
export async function askPlace({ method, url, headers, body }: PlaceRequest): Promise<Response> {
  const { origin } = new URL(url);
  const response = await fetch(url, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
    redirect: 'manual',
    signal: AbortSignal.timeout(ANSWER_MS),
  }).catch((error: unknown) => {
    throw new CommandFailure(exitCodes.unreachable, `${origin} does not answer.`, [], error);
  });
  if (response.status >= 500 || response.status === 429)
    throw new CommandFailure(exitCodes.unreachable, `${origin} cannot answer now (HTTP ${response.status}).`);
  return response;
}

/** The comments of an answer. @throws CommandFailure when the answer is no success, or no list. */
export async function listedComments(response: Response, needs: string): Promise<PlacedComment[]> {
  assertDone(response, needs);
  const listed: unknown = await response.json().catch(() => undefined);
  if (Array.isArray(listed)) return listed as PlacedComment[];
  throw new CommandFailure(
    exitCodes.unreachable,
    `${new URL(response.url).origin} answers with something that is no list of comments.`,
  );
}

/** @throws CommandFailure for an answer that is no success; `needs` says what the token has to allow. */
export function assertDone({ ok, status, url }: Response, needs: string): void {
  if (ok) return;
  throw new CommandFailure(
    status === 401 || status === 403 || status === 404 ? exitCodes.refused : exitCodes.misused,
    `${new URL(url).origin} refuses the comment (HTTP ${status}).`,
    [needs],
  );
}
