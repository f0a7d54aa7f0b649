import { CreateEvalCase } from '@assay/contract/documents/case';
import { SuiteFile } from '@assay/contract/documents/suite-file';
import { checker, type Issue } from '@assay/kit/schema';
import type { TSchema } from 'typebox';
import { assertionFaults, caseAssertionFaults } from './assertion-rules.ts';
import { caseFaults } from './case-rules.ts';
import { MAX_FAULTS, type Fault } from './fault.ts';
import { settingsFaults } from './settings-rules.ts';

/** The largest case, and the largest file without its cases, in characters of JSON. */
const MAX_PART = 1_048_576;

// Cases are checked one by one, so that a hostile file is given up after some faults instead of being told all of them.
const { items: _case, ...cases } = SuiteFile.properties.cases;
const headIssues = checker({ ...SuiteFile, properties: { ...SuiteFile.properties, cases } } as TSchema);
const caseIssues = checker(CreateEvalCase);

/** Where a value breaks the rules of suite files, at most a hundred places; it is a suite file when there are none. */
export function suiteFileFaults(value: unknown): Fault[] {
  const faults: Fault[] = [];
  for (const fault of allFaults(value)) {
    faults.push(fault);
    if (faults.length === MAX_FAULTS) break;
  }
  return faults;
}

function* allFaults(value: unknown): Generator<Fault> {
  const { cases, ...head } = isRecord(value) ? value : {};
  if (isTooLarge(head)) return yield { path: '', message: `has more than ${MAX_PART} characters beside its cases` };
  const issues = headIssues(value);
  yield* issues;
  if (!Array.isArray(cases) || issues.some(({ path }) => path === '/cases')) return;

  const sound = issues.length === 0;
  const file = value as SuiteFile;
  if (sound) yield* headFaults(file);
  const ids = new Set<string>();
  const suite = sound ? { ...file.settings, ...(file.model !== undefined && { model: file.model }) } : undefined;
  for (const [i, each] of (cases as unknown[]).entries()) {
    const path = `/cases/${i}`;
    const found = isTooLarge(each) ? [{ path: '', message: `has more than ${MAX_PART} characters` }] : caseIssues(each);
    yield* found.map((issue: Issue) => ({ ...issue, path: `${path}${issue.path}` }));
    if (found.length > 0) continue;
    const draft = each as CreateEvalCase;
    if (draft.id !== undefined && ids.has(draft.id)) yield { path: `${path}/id`, message: 'is the id of an earlier case' };
    ids.add(draft.id ?? '');
    if (suite) yield* caseFaults(draft, suite, file.servers, path);
    yield* caseAssertionFaults(draft, path);
  }
}

function* headFaults({ servers, settings = {} }: SuiteFile): Generator<Fault> {
  for (const [i, name] of servers.entries()) if (servers.indexOf(name) < i) yield { path: `/servers/${i}`, message: 'is named twice' };
  yield* settingsFaults(settings, '/settings');
  for (const [i, assertion] of (settings.checks ?? []).entries()) yield* assertionFaults(assertion, `/settings/checks/${i}`);
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const isTooLarge = (value: unknown): boolean => JSON.stringify(value).length > MAX_PART;
