import { decisionOf, type RunReport } from './run-report.ts';

/** The decision about a run as a document: the API's run and gate, and the exit code of the command. */
export const decisionDocument = (report: RunReport) => {
  const { verdict, sentence, because, exitCode } = decisionOf(report);
  return { verdict, sentence, because, run: report.run, gate: report.gate ?? null, exitCode };
};
