import type { EvalRun } from '@assay/contract/areas/eval-runs/documents';
import type { EvalRunCase } from '@assay/contract/areas/eval-runs/run-cases';
import { Problem } from '@assay/contract/problem';
import { countGradingGaps } from '@assay/grading/decisions/grading-gap';
import { intervalText, lineText } from '@assay/grading/words/values';
import { failureLines, passedTrialsText } from '@assay/grading/words/case-words';
import { runCaseRecord, type RunCaseRow } from '../eval-runs/run-case.ts';
import { addressesOf, variantName, type ReportAddresses } from './reported.ts';
import { printElement, XML_DECLARATION, type XmlElement } from './xml.ts';

/** At most this many characters of test cases: a reply between services holds 64 MB. */
const MAX_CHARS = 48 * 1024 * 1024;

/** A finished run to report. */
export interface ReportedRun {
  run: EvalRun;
  projectId: string;
  /** The address of the installation; undefined where the report holds no address. */
  publicUrl: string | undefined;
}

/** The outcome of a test case; an `error` says nothing about the server. */
type TestOutcome = 'passed' | 'failure' | 'error' | 'skipped';

/** One test case of the report. */
interface TestCase {
  name: string;
  outcome: TestOutcome;
  durationMs?: number;
  type?: string | undefined;
  message?: string | undefined;
  text?: string;
}

/**
 * A run as JUnit XML: a test suite for the suite, and a test case for each of its cases, which are added in their order
 * and kept as the XML that they became. @throws VALIDATION_ERROR when the report becomes too large.
 */
export class JunitReport {
  readonly #run: EvalRun;
  readonly #isPerCase: boolean;
  readonly #addresses: ReportAddresses | undefined;
  readonly #maxChars: number;
  readonly #printed: string[] = [];
  readonly #outcomes: Record<TestOutcome, number> = { passed: 0, failure: 0, error: 0, skipped: 0 };
  #durationMs = 0;
  #chars = 0;

  constructor({ run, projectId, publicUrl }: ReportedRun, maxChars = MAX_CHARS) {
    this.#run = run;
    this.#isPerCase = run.measurementUnit === 'caseVariant';
    this.#addresses = addressesOf(publicUrl, projectId, run);
    this.#maxChars = maxChars;
  }

  add(row: RunCaseRow): void {
    const durationMs = sum(row.durations.filter((each) => each >= 0));
    this.#print({ durationMs, ...this.#told(runCaseRecord(row, this.#isPerCase)) });
  }

  /** The report; nothing can be added after it. */
  print(): Uint8Array {
    for (const each of leftOutOf(this.#run)) this.#print(each);
    // A run without a verdict must not look passed.
    const isEstablished = this.#run.verdict === 'passed' || this.#run.verdict === 'failed';
    if (!isEstablished && this.#outcomes.error === 0) this.#print(verdictOf(this.#run));
    const { suiteName, startedAt, createdAt } = this.#run;
    const head = { '@name': suiteName, ...this.#counts(), '@time': seconds(this.#durationMs) };
    const suite = printElement(
      'testsuite',
      { ...head, '@timestamp': new Date(startedAt ?? createdAt).toISOString().slice(0, 19), ...this.#properties() },
      this.#printed,
    );
    return new TextEncoder().encode(XML_DECLARATION + printElement('testsuites', head, [suite]));
  }

  #told(each: EvalRunCase): TestCase {
    const name = variantName(each);
    const { outcome, firstFailure, because, gradingGap, excluded } = each;
    if (outcome === 'passed') return { name, outcome: gradingGap ? 'skipped' : 'passed', message: because };
    if (outcome !== 'failed')
      return { name, outcome: isLeftOut(excluded) ? 'skipped' : 'error', type: outcome, message: because };
    return {
      name,
      outcome: 'failure',
      type: firstFailure?.stage ?? firstFailure?.assertion,
      message: firstFailure?.reason ?? passedTrialsText(each),
      text: [
        ...failureLines(each),
        ...(firstFailure && this.#addresses ? [`trace     ${this.#addresses.traceOf(firstFailure.iterationId)}`] : []),
      ].join('\n'),
    };
  }

  #print(test: TestCase): void {
    const printed = printElement('testcase', testcase(this.#run.suiteName, test));
    this.#chars += printed.length;
    if (this.#chars > this.#maxChars) throw tooLarge();
    this.#printed.push(printed);
    this.#outcomes[test.outcome]++;
    this.#durationMs += test.durationMs ?? 0;
  }

  #counts(): XmlElement {
    const { failure, error, skipped } = this.#outcomes;
    return { '@tests': this.#printed.length, '@failures': failure, '@errors': error, '@skipped': skipped };
  }

  #properties(): XmlElement {
    const { id, suiteId, runNumber, verdict, sentence, because, summary, minimumAccuracy, casesWithoutGrading } =
      this.#run;
    const { passRateInterval: interval } = summary;
    const properties = Object.entries({
      runId: id,
      runNumber,
      suiteId,
      verdict,
      sentence,
      ...(because && { because }),
      ...(interval && {
        interval: intervalText(interval, minimumAccuracy === null ? undefined : minimumAccuracy / 100),
      }),
      ...(minimumAccuracy !== null && { line: lineText(minimumAccuracy) }),
      ...(casesWithoutGrading && { casesWithoutGrading: countGradingGaps(casesWithoutGrading) }),
      ...(this.#addresses && { url: this.#addresses.run }),
    });
    return {
      properties: { property: properties.map(([key, value]) => ({ '@name': `assay.${key}`, '@value': value })) },
    };
  }
}

/** Whether no trial of a case was tried: all were cancelled, could not begin, or were not needed. */
const isLeftOut = (excluded: Record<string, number>): boolean =>
  Object.keys(excluded).every((mark) => mark === 'cancelled' || mark === 'skipped' || mark === 'settled');

/** The cases of the suite that the run leaves out; of many only the first are known by name. */
function leftOutOf({ casesLeftOut }: EvalRun): TestCase[] {
  if (!casesLeftOut) return [];
  const { count, cases } = casesLeftOut;
  const named = cases.map(({ title, status }): TestCase => ({
    name: title,
    outcome: 'skipped',
    message: `The case was left out: its import is ${status}.`,
  }));
  const more = count - cases.length;
  return more === 0
    ? named
    : [...named, { name: `${more} more cases`, outcome: 'skipped', message: casesLeftOut.message }];
}

/** A test case for the verdict of a run that has none. */
const verdictOf = ({ suiteName, verdict, sentence, because }: EvalRun): TestCase => ({
  name: suiteName,
  outcome: 'error',
  type: verdict,
  message: sentence,
  text: because,
});

const testcase = (classname: string, { name, outcome, durationMs = 0, type, message, text }: TestCase): XmlElement => ({
  '@name': name,
  '@classname': classname,
  '@time': seconds(durationMs),
  ...(outcome === 'skipped' && { skipped: { '@message': message } }),
  ...((outcome === 'failure' || outcome === 'error') && {
    [outcome]: { '@message': message, '@type': type, '#text': text ?? '' },
  }),
});

const sum = (numbers: number[]): number => numbers.reduce((total, each) => total + each, 0);
const seconds = (ms: number): string => (ms / 1_000).toFixed(3);

const tooLarge = () =>
  new Problem(
    'VALIDATION_ERROR',
    'The JUnit report of this run would be too large. Read its Markdown summary, or its cases page by page.',
  );
