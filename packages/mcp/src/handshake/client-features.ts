import type { Client, ClientCapabilities, LoggingMessageNotificationParams } from '@modelcontextprotocol/client';
import { decliningAnswers, type ServerRequestAnswers, type ServerRequestMethod } from '../requests/answers.ts';
import type { ServerTarget } from '../target.ts';

/** Receives what the server logs. */
export type OnLog = (log: LoggingMessageNotificationParams) => void;

/** What a client that has somebody to answer lets servers ask of it. */
const ASKABLE: ClientCapabilities = {
  elicitation: { form: {}, url: {} },
  sampling: { tools: {}, context: {} },
  roots: {},
};

/** What is declared to a server that it may ask of us: what its owner saved, or everything when somebody answers. */
export const capabilitiesOf = (
  { clientCapabilities }: ServerTarget,
  answers: ServerRequestAnswers | undefined,
): ClientCapabilities => clientCapabilities ?? (answers ? ASKABLE : {});

/** Answers whatever was declared, so that no request of a server stays open, and listens to what the server logs. */
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
