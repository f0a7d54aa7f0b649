import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listenLocally } from '../listen.ts';

/** A comment that a code host keeps. */
export interface HeldComment {
  id: number;
  author: string;
  body: string;
}

/** A stand-in of GitHub and of GitLab: the comments of the pull requests of one repository. */
export interface CodeHost {
  /** The value of `GITHUB_API_URL`. */
  githubUrl: string;
  /** The value of `CI_API_V4_URL`. */
  gitlabUrl: string;
  /** The comments of every pull request, oldest first. */
  comments: HeldComment[];
  /** The requests, as `METHOD path`. */
  requests: string[];
  /** When set, every request is answered with this status. */
  refusal: number | undefined;
  stop(): Promise<void>;
}

const GITHUB = /^\/repos\/acme\/helpdesk\/issues\/(?:comments\/(?<id>\d+)|7\/comments)$/;
const GITLAB = /^\/api\/v4\/projects\/42\/merge_requests\/7\/notes(?:\/(?<id>\d+))?$/;

/**
 * Starts it with the repository `acme/helpdesk`, the project 42 and the pull request 7. A token is the name of its owner;
 * only authors change their comments.
 */
export async function startCodeHost(): Promise<CodeHost> {
  const host = { comments: [] as HeldComment[], requests: [] as string[], refusal: undefined as number | undefined };
  const { origin, stop } = await listenLocally((request, response) => void answer(host, request, response));
  return Object.assign(host, { githubUrl: origin, gitlabUrl: `${origin}/api/v4`, stop });
}

type Held = Pick<CodeHost, 'comments' | 'requests' | 'refusal'>;

async function answer(host: Held, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url!, 'http://host');
  const { authorization = '', 'private-token': token = authorization.replace(/^Bearer /, '') } = request.headers;
  const found = GITHUB.exec(pathname) ?? GITLAB.exec(pathname);
  host.requests.push(`${request.method} ${pathname}`);
  const send = (status: number, body: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  if (host.refusal !== undefined) return void send(host.refusal, { message: 'refused' });
  if (!token) return void send(401, { message: 'Requires authentication' });
  if (!found) return void send(404, { message: 'Not Found' });
  const { method } = request;
  const id = found.groups?.id;
  if (method === 'GET' && id === undefined) {
    const [size, page] = [Number(searchParams.get('per_page')), Number(searchParams.get('page'))];
    return void send(200, host.comments.slice((page - 1) * size, page * size));
  }
  const { body } = JSON.parse(await text(request)) as { body: string };
  if (method === 'POST' && id === undefined) {
    const comment = { id: host.comments.length + 1, author: String(token), body };
    host.comments.push(comment);
    return void send(201, comment);
  }
  const comment = host.comments.find((each) => String(each.id) === id);
  if (method !== (GITHUB.test(pathname) ? 'PATCH' : 'PUT') || !comment) return void send(404, { message: 'Not Found' });
  if (comment.author !== token) return void send(403, { message: 'Forbidden' });
  comment.body = body;
  send(200, comment);
}
