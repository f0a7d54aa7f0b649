import { parseSuiteFile } from '@assay/suite-file/parse-suite-file';
import { readText } from '@assay/suite-file/read-text';
import type { ReportedFile } from '../reporters/run-report.ts';

/** The lines of the cases of a suite file; a file in another format has none. */
export function suiteFileLines(path: string, content: string): ReportedFile {
  const [parsed, read] = [parseSuiteFile(content), readText(content)];
  const cases = 'file' in parsed ? parsed.file.cases : [];
  return {
    path,
    lineOf({ caseId, title }) {
      const byId = cases.findIndex((each) => each.id !== undefined && each.id === caseId);
      const at = byId >= 0 ? byId : cases.findIndex((each) => each.title === title);
      return at < 0 || !('text' in read) ? undefined : read.text.at(`/cases/${at}`).line;
    },
  };
}
