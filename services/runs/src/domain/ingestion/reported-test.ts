/** One test of a report that some test runner wrote. */
export interface ReportedTest {
  title: string;
  /** What it is called among all tests of the report; two with the same one are trials of one case. */
  id: string;
  outcome: 'passed' | 'failed' | 'skipped';
  durationMs?: number | undefined;
  error?: string | undefined;
  details?: string | undefined;
}
