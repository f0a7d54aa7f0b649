import { roles, type Role, type CallerAccess } from '@assay/contract/access';
import { capabilities, type Capability } from '@assay/contract/areas/projects/capabilities';
import type { Operation } from '@assay/contract/operation';
import { allOperations } from '@assay/contract/operations';
import { offeredFeatures } from '@assay/contract/areas/organizations/offered-features';
import { handle } from '@assay/kit/rpc/handle';
import { capabilityOperations, capabilitiesOf } from './capabilities.ts';

const all = ['swarms', 'userTesting'] as const;
const standing = (role: Role, features: CallerAccess['features'] = all): CallerAccess => ({
  userId: 'usr_1',
  keyId: 'key_1',
  organizationId: 'org_1',
  organizationRole: role,
  projectId: 'prj_1',
  role,
  features,
});
const granted = (caller: CallerAccess): Capability[] => {
  const can = capabilitiesOf(caller, 'prj_1');
  return capabilities.filter((name) => can[name]);
};

const reading: Capability[] = ['readSwarms', 'readUserTesting', 'readEvals', 'exportEvalTraces'];
const working: Capability[] = [
  ...reading,
  'writeSwarms',
  'launchJourneyRun',
  'cancelJourneyRun',
  'changeUserTestingExposure',
  'requestInsights',
  'writeEvalSuites',
  'launchEvalRun',
  'deleteAnyEvalSuite',
];
const publishing: Capability[] = [
  ...working,
  'publishUserTestingScenario',
  'unpublishUserTestingScenario',
  'manageUserTestingGuestExecution',
];
const inOrder = (names: Capability[]) => capabilities.filter((name) => names.includes(name));

test.each<[Role, Capability[]]>([
  ['viewer', reading],
  ['member', working],
  ['admin', publishing],
  ['owner', publishing],
])('the capabilities of a %s', (role, expected) => {
  expect(granted(standing(role))).toEqual(inOrder(expected));
});

test('a capability or a feature without an operation is promised to no caller', () => {
  for (const [name, operation] of Object.entries(capabilityOperations))
    expect([name, operation === undefined && capabilitiesOf(standing('owner'), 'prj_1')[name as Capability]]).toEqual([
      name,
      false,
    ]);
  const gates = Object.values(allOperations).flatMap(({ gate }) => gate ?? []);
  expect(new Set(offeredFeatures)).toEqual(new Set(gates));
});

test('a person without access to a project has no capability there', () =>
  expect(capabilitiesOf(standing('owner'), 'prj_2').readEvals).toBe(false));

const existing = Object.entries(capabilityOperations).filter(
  (entry): entry is [Capability, Operation] => entry[1] !== undefined,
);

test('this version has the capabilities of its operations', () => {
  for (const [, operation] of existing) expect(allOperations[operation.id]).toBe(operation);
  expect(existing.map(([name]) => name)).toEqual(inOrder(publishing));
});

test.each(existing)('%s agrees with its operation', async (name, operation) => {
  for (const role of roles) {
    for (const features of [all, [], ['swarms'] as const]) {
      const caller = { requestId: 'r', ...standing(role, features) };
      const answer = handle(operation, async () => ({ items: [] }))(
        { projectId: 'prj_1', input: Buffer.alloc(0) },
        caller,
      );
      const outcome = await answer.then(
        () => 'let in',
        (error: { code: string }) => (error.code === 'VALIDATION_ERROR' ? 'let in' : error.code),
      );
      expect([role, outcome]).toEqual([role, capabilitiesOf(caller, 'prj_1')[name] ? 'let in' : 'FORBIDDEN']);
    }
  }
});
