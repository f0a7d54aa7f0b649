/** One test of a report of any test runner. */
export interface ReportedTest {
  title: string;
  /** Unique among the tests of the report; two tests with the same id are iterations of one case. */
  id: string;
  outcome: 'passed' | 'failed' | 'skipped';
  durationMs?: number | undefined;
  error?: string | undefined;
  details?: string | undefined;
}
