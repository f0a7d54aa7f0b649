import { CreateEvalCase } from '@assay/contract/areas/cases/documents';
import { SuiteFile } from '@assay/contract/areas/suite-files/documents';
import { given } from '@assay/contract/given';
import { isObject } from '@assay/contract/json';
import { schemaChecker } from '@assay/kit/json/schema';
import { caseAssertionFaults, assertionListFaults } from './rules/assertion-rules.ts';
import { caseFaults, modelFaults, storageFault } from './rules/case-rules.ts';
import { MAX_FAULTS } from './fault.ts';
import type { Fault } from '@assay/contract/fault';
import { settingsFault } from './rules/settings-rules.ts';

// Cases are checked one by one, so that checking a hostile file ends after some faults.
const { items: _case, ...cases } = SuiteFile.properties.cases;
const headIssues = schemaChecker({ ...SuiteFile, properties: { ...SuiteFile.properties, cases } });
const caseIssues = schemaChecker(CreateEvalCase);

/** The places where a value breaks the rules of suite files, at most a hundred; empty for a suite file. */
export function suiteFileFaults(value: unknown): Fault[] {
  const faults: Fault[] = [];
  for (const fault of allFaults(value)) {
    faults.push(fault);
    if (faults.length === MAX_FAULTS) break;
  }
  return faults;
}

function* allFaults(value: unknown): Generator<Fault> {
  const { cases, ...head } = isObject(value) ? value : {};
  const unkept = storageFault(head, '');
  if (unkept) return yield { ...unkept, message: `${unkept.message} beside its cases` };
  const issues = headIssues(value);
  yield* issues;
  if (!Array.isArray(cases) || issues.some(({ path }) => path === '/cases')) return;

  const file = issues.length === 0 ? (value as SuiteFile) : undefined;
  if (file) yield* headFaults(file);
  const ids = new Set<string>();
  for (const [i, each] of (cases as unknown[]).entries()) {
    const path = `/cases/${i}`;
    const unfit = storageFault(each, path);
    const found = unfit ? [unfit] : caseIssues(each).map((issue) => ({ ...issue, path: `${path}${issue.path}` }));
    yield* found;
    if (found.length > 0) continue;
    const draft = each as CreateEvalCase;
    if (draft.id !== undefined && ids.has(draft.id))
      yield { path: `${path}/id`, message: 'is the id of an earlier case' };
    if (draft.id !== undefined) ids.add(draft.id);
    if (file) {
      yield* caseFaults(draft, rulingOf(file), file.servers, path);
      yield* modelFaults(draft, file, path);
    }
    yield* caseAssertionFaults(draft, path);
  }
}

const rulingOf = ({ settings, model }: SuiteFile) => ({ ...settings, ...given({ model }) });

function* headFaults({ servers, settings = {} }: SuiteFile): Generator<Fault> {
  for (const [i, name] of servers.entries())
    if (servers.indexOf(name) < i) yield { path: `/servers/${i}`, message: 'is named twice' };
  const contradiction = settingsFault(settings, '/settings');
  if (contradiction) yield contradiction;
  yield* assertionListFaults(settings.checks, '/settings/checks');
}
