import type { ReadResource } from '@assay/contract/areas/primitives/documents';
import { requestWithAnswers } from './request-with-answers.ts';
import type { Inspection } from './inspected-server.ts';

export const readResource: Inspection<ReadResource> = (subject, { uri, ...wishes }) =>
  requestWithAnswers(subject, wishes, (session, options) => session.readResource(uri, options));
