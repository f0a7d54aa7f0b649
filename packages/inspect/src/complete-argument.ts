import type { CompleteArgument } from '@assay/contract/areas/primitives/documents';
import { given } from '@assay/contract/given';
import { decliningAnswers } from '@assay/mcp/requests/answers';
import type { Inspection } from './inspected-server.ts';
import { withCachedSession } from './with-session.ts';

export const completeArgument: Inspection<CompleteArgument> = (subject, { ref, argument, context }) =>
  withCachedSession(subject, { isSafe: true, answers: decliningAnswers }, async (session) =>
    Buffer.from((await session.complete({ ref, argument, ...given({ context }) }, subject.ties)).json),
  );
