import type { ListPrimitives } from '@assay/contract/areas/primitives/documents';
import { decliningAnswers } from '@assay/mcp/requests/answers';
import type { Inspection } from './inspected-server.ts';
import { withCachedSession } from './with-session.ts';

/** One page of a list. Declares the same capabilities as a call, so that the list shows what can be called. */
const pageOf =
  (list: 'listTools' | 'listPrompts' | 'listResources' | 'listResourceTemplates'): Inspection<ListPrimitives> =>
  (subject, { cursor }) =>
    withCachedSession(subject, { isSafe: true, answers: decliningAnswers }, (session): Promise<object> =>
      session[list](cursor, subject.ties),
    );

export const [listTools, listPrompts, listResources, listResourceTemplates] = [
  pageOf('listTools'),
  pageOf('listPrompts'),
  pageOf('listResources'),
  pageOf('listResourceTemplates'),
];
