import type { CaseDecision } from '@assay/contract/areas/analysis/decision';
import type { GradingGap } from '@assay/contract/areas/eval-runs/cases-without-grading';
import type { EvalRun } from '@assay/contract/areas/eval-runs/documents';
import { Problem } from '@assay/contract/problem';
import { countGradingGaps } from '@assay/grading/decisions/grading-gap';
import { redactText } from '@assay/kit/security/redact';
import { actionOf } from '../analysis/diagnostic.ts';
import {
  addressesOf,
  describeGap,
  outcomeOf,
  variantKey,
  variantName,
  whyOf,
  type ReportAddresses,
  type ReportedIteration,
  type TestOutcome,
} from './reported.ts';
import { printElement, XML_DECLARATION, type XmlElement } from './xml.ts';

/** One test case of the report. */
interface Told {
  name: string;
  outcome: TestOutcome;
  durationMs: number;
  type?: string;
  message?: string;
  text?: string;
}
interface Suite {
  caseId: string;
  title: string;
  model: string | null;
  /** Why nothing decides the case. */
  gap: GradingGap | null;
  /** Its test cases as XML, and their number by outcome. */
  printed: string[];
  outcomes: Record<TestOutcome, number>;
  trials: number;
  passed: number;
  durationMs: number;
  why: string[];
}

/** At most this many failures are quoted in the verdict of a case. */
const QUOTED = 5;
const MAX_WHY = 600;
/** At most this many characters of test cases: a reply between services holds 64 MB. */
const MAX_CHARS = 48 * 1024 * 1024;

/** A finished run to report. */
export interface ReportedRun {
  run: EvalRun;
  projectId: string;
  publicUrl: string;
}

/**
 * A run as JUnit XML. Its iterations are added in the order of the suite's cases, and are kept as the XML that they
 * became. @throws VALIDATION_ERROR when the report becomes too large.
 */
export class JunitReport {
  readonly #run: EvalRun;
  readonly #addresses: ReportAddresses;
  /** Decisions by variant, of a run that is graded per case. */
  readonly #decided: Map<string, CaseDecision> | undefined;
  readonly #suites = new Map<string, Suite>();
  readonly #maxChars: number;
  #chars = 0;

  constructor({ run, projectId, publicUrl }: ReportedRun, maxChars = MAX_CHARS) {
    this.#run = run;
    this.#addresses = addressesOf(publicUrl, projectId, run);
    this.#maxChars = maxChars;
    this.#decided =
      run.decision &&
      new Map(
        run.decision.cases.map((each) => [
          variantKey({ caseId: each.caseId, model: each.executionVariant?.model ?? null }),
          each,
        ]),
      );
  }

  add(trial: ReportedIteration): void {
    const key = variantKey(trial);
    const suite = this.#suites.get(key) ?? {
      caseId: trial.caseId,
      title: trial.title,
      model: trial.model,
      gap: trial.gradingGap,
      printed: [],
      outcomes: { passed: 0, failure: 0, error: 0, skipped: 0 },
      trials: 0,
      passed: 0,
      durationMs: 0,
      why: [],
    };
    this.#suites.set(key, suite);
    const told = this.#toldOf(trial);
    suite.trials++;
    suite.durationMs += told.durationMs;
    if (told.outcome === 'passed') suite.passed++;
    if (told.text !== undefined && suite.why.length < QUOTED) suite.why.push(`#${trial.iterationNumber} ${told.text}`);
    if (!this.#decided?.has(key)) this.#print(suite, told);
  }

  #print(suite: Suite, told: Told): void {
    const printed = printElement('testcase', testcase(variantName(suite), told));
    this.#chars += printed.length;
    if (this.#chars > this.#maxChars) throw tooLarge();
    suite.printed.push(printed);
    suite.outcomes[told.outcome]++;
  }

  /** The report; nothing can be added after it. */
  print(): Uint8Array {
    const suites = [...this.#suites].map(([key, suite]) => {
      const decision = this.#decided?.get(key);
      if (decision) this.#print(suite, verdictOf(suite, decision));
      return suite;
    });
    const head = {
      '@name': this.#run.name ?? `Eval run #${this.#run.runNumber}`,
      ...counted(suites),
      '@time': seconds(sum(suites.map(({ durationMs }) => durationMs))),
    };
    const printed = printElement(
      'testsuites',
      head,
      suites.map((suite) => this.#suite(suite)),
    );
    return new TextEncoder().encode(XML_DECLARATION + printed);
  }

  #suite(suite: Suite): string {
    const { id, suiteId, verdict, sentence, because, casesWithoutGrading, startedAt, createdAt } = this.#run;
    const properties = Object.entries({
      runId: id,
      suiteId,
      caseId: suite.caseId,
      ...(suite.model !== null && { model: suite.model }),
      runVerdict: verdict,
      runSentence: sentence,
      ...(because && { runBecause: because }),
      ...(casesWithoutGrading && { casesWithoutGrading: countGradingGaps(casesWithoutGrading) }),
      ...(suite.gap && { gradingGap: suite.gap }),
      trials: suite.trials,
      passedTrials: suite.passed,
      runUrl: this.#addresses.run,
    });
    const head = {
      '@name': variantName(suite),
      ...counted([suite]),
      '@time': seconds(suite.durationMs),
      '@timestamp': new Date(startedAt ?? createdAt).toISOString().slice(0, 19),
      properties: { property: properties.map(([key, value]) => ({ '@name': `assay.${key}`, '@value': value })) },
    };
    return printElement('testsuite', head, suite.printed);
  }

  #toldOf(trial: ReportedIteration): Told {
    const outcome = outcomeOf(trial);
    const told: Told = { name: `${trial.title} #${trial.iterationNumber}`, outcome, durationMs: trial.durationMs ?? 0 };
    if (outcome === 'passed') return withGap(told, trial.gradingGap);
    if (outcome === 'skipped') return { ...told, message: trial.errorCode ?? trial.status };
    const why = whyOf(trial);
    const type = trial.chain?.status === 'verified' ? trial.chain.failureCategory : trial.errorCode;
    return {
      ...told,
      type: type ?? trial.status,
      message: redactText(why, MAX_WHY),
      text: `${why}\nNext: ${actionOf(trial)}\nTrace: ${this.#addresses.traceOf(trial.id)}`,
    };
  }
}

/** A case with the verdict that the run was decided by. */
function verdictOf(
  { title, gap, durationMs, why }: Suite,
  { verdict, reason, passedTrials, eligibleTrials, effectivePassThreshold }: CaseDecision,
): Told {
  const message = `${passedTrials} of ${eligibleTrials} gradeable trials passed; at least ${Number((effectivePassThreshold * 100).toFixed(2))} % must.`;
  const outcome: TestOutcome = verdict === 'passed' ? 'passed' : verdict === 'failed' ? 'failure' : 'error';
  return withGap({ name: title, outcome, durationMs, type: reason, message, text: [message, ...why].join('\n') }, gap);
}

/** A test case that would pass although nothing decides its case is skipped, with the reason. */
const withGap = (told: Told, gap: GradingGap | null): Told =>
  gap && told.outcome === 'passed' ? { ...told, outcome: 'skipped', message: describeGap(gap) } : told;

const testcase = (classname: string, { name, outcome, durationMs, type, message, text }: Told): XmlElement => ({
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

function counted(suites: Suite[]): XmlElement {
  const having = (outcome: TestOutcome) => sum(suites.map(({ outcomes }) => outcomes[outcome]));
  return {
    '@tests': sum(suites.map(({ printed }) => printed.length)),
    '@failures': having('failure'),
    '@errors': having('error'),
    '@skipped': having('skipped'),
  };
}

const tooLarge = () =>
  new Problem(
    'VALIDATION_ERROR',
    'The JUnit report of this run would be too large. Read its Markdown summary, or its iterations page by page.',
  );
