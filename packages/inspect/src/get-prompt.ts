import type { GetPrompt } from '@assay/contract/areas/primitives/documents';
import { requestWithAnswers } from './request-with-answers.ts';
import type { Inspection } from './inspected-server.ts';

/** Renders a prompt. On the wire its arguments are texts. */
export const getPrompt: Inspection<GetPrompt> = (subject, { promptName, arguments: given = {}, ...wishes }) => {
  const texts = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]));
  return requestWithAnswers(subject, wishes, (session, options) => session.getPrompt(promptName, texts, options));
};
