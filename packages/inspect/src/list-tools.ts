import type { Inspection } from './subject.ts';
import { withSession } from './with-session.ts';

export const listTools: Inspection<{ cursor?: string }> = (subject, { cursor }) =>
  withSession(subject, { dialects: subject.dialects }, (session) => session.listTools(cursor, subject.ties));
