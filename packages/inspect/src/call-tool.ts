import type { Static } from 'typebox';
import type { CallTool } from '@assay/contract/documents/diagnostics';
import { Problem } from '@assay/contract/problem';
import type { Inspection } from './subject.ts';
import { withSession } from './with-session.ts';

export const callTool: Inspection<Static<typeof CallTool>> = (subject, { toolName, parameters = {}, task, taskOptions }) => {
  if (task ?? taskOptions) throw new Problem('FEATURE_NOT_SUPPORTED', 'Running a tool as a task is not supported.', { toolName });
  return withSession(subject, { dialects: subject.dialects }, async (session) => Buffer.from((await session.callTool(toolName, parameters, subject.ties)).json));
};
