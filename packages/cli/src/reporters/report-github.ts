import { markOf } from '../output/marks.ts';
import { visibleText } from '../output/visible-text.ts';
import { reasonsOf } from './print-case.ts';
import { decisionOf, type RunReport } from './run-report.ts';

/** GitHub shows at most ten annotations of a step. */
const MOST = 10;

/**
 * Runs as workflow commands of GitHub Actions: an annotation for each case that did not pass, at its line of the suite
 * file, at most ten, then one that counts the rest.
 */
export function reportGithub(reports: readonly RunReport[]): string {
  const annotations = reports.flatMap((report) =>
    report.cases.map((each) => ({
      level: each.outcome === 'failed' ? 'error' : 'warning',
      file: report.file?.path,
      line: report.file?.lineOf(each),
      title: each.title,
      message:
        reasonsOf(each)
          .map(([word, text]) => `${word}: ${visibleText(text)}`)
          .join('\n') || visibleText(decisionOf(report).sentence),
    })),
  );
  const all = reports.reduce((sum, { counts }) => sum + counts.failed + counts.undecided, 0);
  const shown = all > MOST ? annotations.slice(0, MOST - 1) : annotations;
  return [
    ...shown.map(({ level, file, line, title, message }) => command(level, { file, line, title }, message)),
    ...(all > MOST
      ? [command('error', { title: `${all - shown.length} more cases did not pass` }, sentencesOf(reports))]
      : []),
    ...(annotations.length === 0 ? [command(levelOf(reports), { title: 'Assay' }, sentencesOf(reports))] : []),
  ].join('');
}

/** The level of the gravest verdict. */
function levelOf(reports: readonly RunReport[]): string {
  const verdicts = reports.map((report) => decisionOf(report).verdict);
  if (verdicts.includes('failed')) return 'error';
  return verdicts.every((verdict) => verdict === 'passed') ? 'notice' : 'warning';
}

const PLAIN = { isUnicode: true, colors: { out: false, err: false } };

/** The verdicts of the runs, one a line. */
const sentencesOf = (reports: readonly RunReport[]): string =>
  reports
    .map((report) => {
      const { verdict, sentence } = decisionOf(report);
      const outcome = verdict === 'passed' || verdict === 'failed' ? verdict : 'open';
      return `${markOf(outcome, PLAIN)} ${visibleText(report.run.suiteName)}: ${visibleText(sentence)}`;
    })
    .join('\n');

function command(level: string, properties: Record<string, string | number | undefined>, message: string): string {
  const given = Object.entries(properties).filter(([, value]) => value !== undefined);
  const written = given.map(([name, value]) => `${name}=${escapedProperty(visibleText(String(value)))}`).join(',');
  return `::${level}${written === '' ? '' : ` ${written}`}::${escaped(message)}\n`;
}

/** The escapes of a message and of a property, as the runner of GitHub Actions reads them (`ActionCommand.cs`). */
const escaped = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const escapedProperty = (text: string): string => escaped(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
