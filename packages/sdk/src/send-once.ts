import { given } from '@assay/contract/given';
import { assertAnswered, readAnswer, type Answer } from './answer.ts';
import type { ClientContext } from './client-context.ts';
import { Deadline } from './deadline.ts';
import type { Operation } from './operation-entry.ts';
import type { CallArguments, PreparedRequest } from './request.ts';

type Options = CallArguments['options'];

/** How long the platform waits for its answer where an operation does not say so, in milliseconds. */
const PLATFORM_MS = 30_000;
/** The time for the way to the platform and back, in milliseconds. */
const WAY_MS = 5_000;

/** Sends a request once, and reads its answer to the end. */
export async function sendOnce(
  context: ClientContext,
  operation: Operation,
  request: PreparedRequest,
  options: Options,
): Promise<Answer> {
  const deadline = new Deadline(operation.id, timeOf(context, operation, options), options.signal);
  try {
    const response = await openOnce(context, operation, request, deadline);
    return await deadline.race(readAnswer(operation, response)).catch(rethrown(deadline));
  } finally {
    deadline.end();
  }
}

/** Sends a request once, with the proof of its caller; throws its refusal. */
export async function openOnce(
  { fetch: send, prover }: ClientContext,
  operation: Operation,
  { url, headers, body }: PreparedRequest,
  deadline: Deadline,
): Promise<Response> {
  const { method, isAnonymous } = operation;
  const needs = isAnonymous ? 'nothing' : method === 'GET' ? 'caller' : 'caller and CSRF token';
  const proof = await deadline.race(prover.prove(needs)).catch((error: unknown) => {
    // A failure of the caller's own function is told as it is.
    throw deadline.signal.aborted ? deadline.explain(error) : error;
  });
  const answered = async () => {
    const response = await send(url, {
      method,
      headers: { ...headers, ...proof.headers },
      credentials: proof.credentials,
      redirect: 'manual',
      signal: deadline.signal,
      ...given({ body }),
    });
    await assertAnswered(operation, response);
    return response;
  };
  return deadline.race(answered()).catch(rethrown(deadline));
}

const rethrown =
  (deadline: Deadline) =>
  (error: unknown): never => {
    throw deadline.explain(error);
  };

/** The time of one attempt, in milliseconds. */
const timeOf = ({ timeoutMs }: ClientContext, operation: Operation, options: Options): number =>
  options.timeoutMs ??
  (timeoutMs ?? (operation.timeoutMs ?? PLATFORM_MS) + WAY_MS) + (options.preferredWait ?? 0) * 1_000;
