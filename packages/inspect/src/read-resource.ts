import type { ReadResource } from '@assay/contract/areas/primitives/documents';
import { requestWithAnswers } from './converse.ts';
import type { Inspection } from './subject.ts';

export const readResource: Inspection<ReadResource> = (subject, { uri, ...wishes }) =>
  requestWithAnswers(subject, wishes, (session, options) => session.readResource(uri, options));
