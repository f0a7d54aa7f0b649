import type { ValidateResult } from '@assay/contract/documents/diagnostics';
import { initInfo } from './init-info.ts';
import type { Inspection } from './subject.ts';
import { withSession } from './with-session.ts';

/** Connects and initializes. The server is asked afresh how it speaks. */
export const validate: Inspection<object> = (subject) =>
  withSession(subject, {}, async ({ info }): Promise<ValidateResult> => ({ success: true, status: 'connected', initInfo: initInfo(info) }));
