import type { CreateEvalCase } from '@assay/contract/areas/cases/documents';
import { caseAssertionFaults } from '@assay/suite-file/rules/assertion-rules';
import { caseFaults, type CaseUnderRules } from '@assay/suite-file/rules/case-rules';
import type { Fault } from '@assay/contract/fault';
import { firstIn } from './first-fault.ts';
import type { StoredSuite } from '../suites/suite-record.ts';

/** The first rule of a case, given its suite, that its schema cannot express. */
export const caseFault = (
  draft: CaseUnderRules & Pick<CreateEvalCase, 'checks'>,
  { body }: Pick<StoredSuite, 'body'>,
  serverNames: readonly string[],
): Fault | undefined => firstIn(caseFaults(draft, body, serverNames, '')) ?? firstIn(caseAssertionFaults(draft, ''));
