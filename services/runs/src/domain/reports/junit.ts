import type { CaseDecision } from '@assay/contract/areas/analysis/decision';
import type { EvalRun } from '@assay/contract/areas/eval-runs/documents';
import { redactText } from '@assay/kit/security/redact';
import { actionOf } from '../analysis/diagnostic.ts';
import {
  addressesOf,
  outcomeOf,
  variantKey,
  variantName,
  whyOf,
  type ReportAddresses,
  type ReportedIteration,
  type TestOutcome,
} from './reported.ts';
import { printXml, type XmlElement } from './xml.ts';

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
  told: Told[];
  trials: number;
  passed: number;
  durationMs: number;
  why: string[];
}

/** At most this many failures are quoted in the verdict of a case. */
const QUOTED = 5;
const MAX_WHY = 600;

/** A finished run with all of its iterations, in the order of the suite's cases. */
export interface ReportedRun {
  run: EvalRun;
  projectId: string;
  publicUrl: string;
  iterations: ReportedIteration[];
}

/** A run as JUnit XML. */
export function junitOf({ run, projectId, publicUrl, iterations }: ReportedRun): string {
  const report = new JunitReport(run, addressesOf(publicUrl, projectId, run));
  for (const each of iterations) report.add(each);
  return report.toString();
}

class JunitReport {
  readonly #run: EvalRun;
  readonly #addresses: ReportAddresses;
  /** Decisions by variant, of a run that is graded per case. */
  readonly #decided: Map<string, CaseDecision> | undefined;
  readonly #suites = new Map<string, Suite>();

  constructor(run: EvalRun, addresses: ReportAddresses) {
    this.#run = run;
    this.#addresses = addresses;
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
      told: [],
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
    if (!this.#decided?.has(key)) suite.told.push(told);
  }

  toString(): string {
    const suites = [...this.#suites].map(([key, suite]) => {
      const decision = this.#decided?.get(key);
      return { suite, told: decision ? [verdictOf(suite, decision)] : suite.told };
    });
    const all = suites.flatMap(({ told }) => told);
    return printXml({
      testsuites: {
        '@name': this.#run.name ?? `Eval run #${this.#run.runNumber}`,
        ...counted(all),
        '@time': seconds(sum(suites.map(({ suite }) => suite.durationMs))),
        testsuite: suites.map(({ suite, told }) => this.#suite(suite, told)),
      },
    });
  }

  #suite(suite: Suite, told: Told[]): XmlElement {
    const { id, suiteId, verdict, startedAt, createdAt } = this.#run;
    const properties = Object.entries({
      runId: id,
      suiteId,
      caseId: suite.caseId,
      ...(suite.model !== null && { model: suite.model }),
      runVerdict: verdict,
      trials: suite.trials,
      passedTrials: suite.passed,
      runUrl: this.#addresses.run,
    });
    const name = variantName(suite);
    return {
      '@name': name,
      ...counted(told),
      '@time': seconds(suite.durationMs),
      '@timestamp': new Date(startedAt ?? createdAt).toISOString().slice(0, 19),
      properties: { property: properties.map(([key, value]) => ({ '@name': `assay.${key}`, '@value': value })) },
      testcase: told.map((each) => testcase(name, each)),
    };
  }

  #toldOf(trial: ReportedIteration): Told {
    const outcome = outcomeOf(trial);
    const told: Told = { name: `${trial.title} #${trial.iterationNumber}`, outcome, durationMs: trial.durationMs ?? 0 };
    if (outcome === 'passed') return told;
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
  { title, durationMs, why }: Suite,
  { verdict, reason, passedTrials, eligibleTrials, effectivePassThreshold }: CaseDecision,
): Told {
  const message = `${passedTrials} of ${eligibleTrials} gradeable trials passed; at least ${Number((effectivePassThreshold * 100).toFixed(2))} % must.`;
  const outcome: TestOutcome = verdict === 'passed' ? 'passed' : verdict === 'failed' ? 'failure' : 'error';
  return {
    name: title,
    outcome,
    durationMs,
    type: reason,
    message,
    text: [message, ...why].join('\n'),
  };
}

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

function counted(told: Told[]): XmlElement {
  const having = (outcome: TestOutcome) => told.filter((each) => each.outcome === outcome).length;
  return {
    '@tests': told.length,
    '@failures': having('failure'),
    '@errors': having('error'),
    '@skipped': having('skipped'),
  };
}
