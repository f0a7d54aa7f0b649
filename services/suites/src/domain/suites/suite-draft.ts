import type { InlineCase } from '@assay/contract/areas/cases/documents';
import type { CreateEvalSuite } from '@assay/contract/areas/suites/requests';
import { caseAssertionFaults, assertionListFaults } from '@assay/suite-file/rules/assertion-rules';
import {
  gradingFaults,
  storageFault,
  serverFaults,
  sourceFaults,
  stepFaults,
} from '@assay/suite-file/rules/case-rules';
import type { Fault } from '@assay/contract/fault';
import { nestingFault } from '@assay/suite-file/rules/nesting';
import { settingsFault } from '@assay/suite-file/rules/settings-rules';
import { firstIn, firstOf } from '../cases/first-fault.ts';

/** A draft with its settings at the top level, and a list of cases. */
export type FlatDraft = Omit<CreateEvalSuite, 'settings' | 'tests'> & { tests: InlineCase[] };

export const withFlatSettings = ({ settings, tests = [], ...draft }: CreateEvalSuite): FlatDraft => ({
  ...draft,
  ...settings,
  tests,
});

const settingsPath = ({ settings }: CreateEvalSuite) => (settings ? '/settings' : '');

/** Two places for one setting would need a rule of which one wins. */
function settingsTwiceFault({ settings, ...draft }: CreateEvalSuite): Fault | undefined {
  const twice = Object.keys(settings ?? {}).find((key) => key in draft);
  return twice === undefined ? undefined : { path: `/settings/${twice}`, message: 'stands at the top level, too' };
}

/** The first fault of a suite's creation that needs no other service to find. */
export const faultOf = (draft: CreateEvalSuite): Fault | undefined =>
  nestingFault(draft, '') ?? settingsTwiceFault(draft) ?? faultOfFlat(withFlatSettings(draft), settingsPath(draft));

const faultOfFlat = (draft: FlatDraft, path: string): Fault | undefined =>
  accuracyFault(draft) ??
  settingsFault(draft, path) ??
  firstIn(assertionListFaults(draft.checks, `${path}/checks`)) ??
  firstOf(
    draft.tests,
    (each, i) => storageFault(each, `/tests/${i}`) ?? firstIn(inlineFaults(each, draft, `/tests/${i}`)),
  );

/** The faults of an inline case, except for its model, which is checked for all cases together. */
function* inlineFaults(each: InlineCase, suite: FlatDraft, path: string): Generator<Fault> {
  yield* stepFaults(each.steps, path);
  yield* gradingFaults(each, suite, path);
  yield* sourceFaults(each, path);
  yield* caseAssertionFaults(each, path);
}

/** The first step that calls a server which the suite does not have. */
export const draftServerFault = ({ tests }: FlatDraft, serverNames: readonly string[]): Fault | undefined =>
  firstOf(tests, ({ steps }, i) => firstIn(serverFaults(steps, serverNames, `/tests/${i}`)));

function accuracyFault({ minimumAccuracy, passCriteria, repetitions, passThreshold }: FlatDraft): Fault | undefined {
  const path = '/passCriteria/minimumPassRate';
  const rate = passCriteria?.minimumPassRate;
  if (rate === undefined) return undefined;
  if (rate > 0 && rate < 1) return { path, message: 'is a percent from 0 to 100, and looks like a fraction' };
  if (minimumAccuracy !== undefined)
    return { path, message: 'is another name of minimumAccuracy and cannot be combined with it' };
  return repetitions === undefined && passThreshold === undefined
    ? undefined
    : { path, message: 'does not go with repetitions and passThreshold: a suite that grades per case has no accuracy' };
}
