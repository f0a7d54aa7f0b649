import type { CommandContext } from '../../command-context.ts';
import { exitCodes } from '../../exit-codes.ts';
import { writeTextFile } from '../../files.ts';
import { markOf } from '../../output/marks.ts';
import { printJson } from '../../output/print-json.ts';
import { printable } from '../../output/printable.ts';
import { visibleText } from '../../output/visible-text.ts';
import type { ChosenReport } from '../../reporters/choose-reporters.ts';

/** A suite without a run, so that the API made no sentence about it. */
export interface NoRun {
  suite: string;
  /** Why no trial ran, in a sentence. */
  why: string;
  /** The thing to try. */
  next: string | undefined;
}

const SENTENCE = 'Not established. No trial ran.';

/**
 * Tells suites of which no trial ran. Where `isAll`, no report of a run follows: they are the JSON and the JUnit then;
 * otherwise they are told beside the other suites.
 */
export async function reportNoRuns(
  { terminal }: CommandContext,
  noRuns: readonly NoRun[],
  reports: readonly ChosenReport[],
  { isAll }: { isAll: boolean },
): Promise<void> {
  const printed = reports.find(({ file }) => file === undefined)?.format;
  const text = noRuns.map((each) => textOf(each, terminal)).join('');
  if (printed === 'text') terminal.out(text);
  else terminal.err(text);
  if (!isAll) return;
  for (const { format, file } of reports) {
    if (format !== 'json' && format !== 'junit') continue;
    const report = format === 'json' ? jsonOf(noRuns) : junitOf(noRuns);
    if (file) await writeTextFile(file.path, report);
    else terminal.out(report);
  }
}

function textOf({ suite, why, next }: NoRun, terminal: CommandContext['terminal']): string {
  const shown = (text: string) => printable(text, terminal);
  const hint = next === undefined ? '' : `  ${shown(next)}\n`;
  return `${markOf('open', terminal)} ${SENTENCE} ${shown(`${suite}: ${why}`)}\n${hint}`;
}

const becauseOf = ({ why, next }: NoRun): string => (next === undefined ? why : `${why} ${next}`);

function jsonOf(noRuns: readonly NoRun[]): string {
  const documents = noRuns.map((each) => ({
    verdict: 'notEstablished',
    sentence: SENTENCE,
    because: becauseOf(each),
    run: null,
    gate: null,
    exitCode: exitCodes.undecided,
  }));
  return printJson(documents.length === 1 ? documents[0] : documents);
}

/** A test suite with one `error` for each suite, as the API writes a run without a verdict. */
function junitOf(noRuns: readonly NoRun[]): string {
  const count = `tests="${noRuns.length}" failures="0" errors="${noRuns.length}" skipped="0"`;
  const suites = noRuns.map((each) => {
    const name = escaped(each.suite);
    const error = `<error message="${escaped(SENTENCE)}">${escaped(becauseOf(each))}</error>`;
    return `<testsuite name="${name}" tests="1" failures="0" errors="1" skipped="0">\n<testcase name="${name}" classname="${name}">${error}</testcase>\n</testsuite>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ${count}>\n${suites.join('')}</testsuites>\n`;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => visibleText(text).replaceAll(/[&<>"]/g, (at) => ENTITIES[at]!);
