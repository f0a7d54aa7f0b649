import type { IngestResult } from '@assay/contract/areas/ingestion/documents';
import { importedCaseId } from './imported-case-id.ts';

const idOf = (more: Partial<IngestResult>, suiteId = 'suite_1') =>
  importedCaseId(suiteId, { caseTitle: 'adds', passed: true, ...more });
test('a case is identified by its id at the source, else its id here, else its title', () => {
  expect(idOf({ caseId: 'case_here' })).toBe('case_here');
  expect(idOf({ caseId: 'no id of ours' })).toMatch(/^case_[0-9a-z]{26}$/);
  expect(idOf({ externalCaseId: 'x', caseId: 'a', caseTitle: 'a' })).toBe(
    idOf({ externalCaseId: 'x', caseId: 'b', caseTitle: 'b' }),
  );
  expect(idOf({})).toBe(idOf({ query: 'another' }));
  const ids = [
    idOf({}),
    idOf({ caseTitle: 'subtracts' }),
    idOf({ externalCaseId: 'adds' }),
    idOf({ caseId: 'no id of ours' }),
    idOf({}, 'suite_2'),
  ];
  expect(new Set(ids).size).toBe(ids.length);
});
