import type { Client, ClientCapabilities, LoggingMessageNotificationParams } from '@modelcontextprotocol/client';
import { decliningAnswers, type ServerRequestAnswers, type ServerRequestMethod } from '../requests/answers.ts';
import type { ServerTarget } from '../target.ts';

/** Receives log messages of the server. */
export type OnLog = (log: LoggingMessageNotificationParams) => void;

/** The requests that a client with answers accepts from servers. */
const ASKABLE: ClientCapabilities = {
  elicitation: { form: {}, url: {} },
  sampling: { tools: {}, context: {} },
  roots: {},
};

/** The capabilities that are declared to a server: the saved ones, or all of them when the client has answers. */
export const capabilitiesOf = (
  { clientCapabilities }: ServerTarget,
  answers: ServerRequestAnswers | undefined,
): ClientCapabilities => clientCapabilities ?? (answers ? ASKABLE : {});

/** Answers every declared kind of request, so that no request of a server stays open, and receives log messages. */
export function serveFeatures(
  client: Client,
  declared: ClientCapabilities,
  answers: ServerRequestAnswers = decliningAnswers,
  onLog?: OnLog,
): void {
  const answered = (method: ServerRequestMethod) =>
    client.setRequestHandler(method, async ({ params }) => (await answers.answer(method, { ...params })) as never);
  if (declared.elicitation) answered('elicitation/create');
  if (declared.sampling) answered('sampling/createMessage');
  if (declared.roots) client.setRequestHandler('roots/list', () => ({ roots: [] }));
  if (onLog) client.setNotificationHandler('notifications/message', ({ params }) => onLog(params));
}
