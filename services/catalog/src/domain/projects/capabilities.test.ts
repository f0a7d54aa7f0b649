import { roles, type Role, type CallerAccess } from '@assay/contract/access';
import { capabilities, type Capability } from '@assay/contract/areas/projects/capabilities';
import type { Operation } from '@assay/contract/operation';
import { allOperations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import { capabilityRules, capabilitiesOf } from './capabilities.ts';

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
const inOrder = (names: Capability[]) => capabilities.filter((name) => names.includes(name));

test.each<[Role, Capability[]]>([
  ['viewer', reading],
  ['member', working],
  ['admin', [...capabilities]],
  ['owner', [...capabilities]],
])('the capabilities of a %s', (role, expected) => {
  expect(granted(standing(role))).toEqual(inOrder(expected));
});

test('a disabled feature removes the capabilities that it gates, and keeps reading and reducing', () => {
  const lost = (features: CallerAccess['features']) =>
    granted(standing('admin')).filter((name) => !granted(standing('admin', features)).includes(name));
  expect(lost(['userTesting'])).toEqual(['writeSwarms', 'launchJourneyRun']);
  expect(lost(['swarms'])).toEqual(['publishUserTestingScenario']);
  expect(granted(standing('admin', []))).toEqual(
    expect.arrayContaining(['cancelJourneyRun', 'unpublishUserTestingScenario', 'changeUserTestingExposure']),
  );
});

test('a person without access to a project has no capability there', () =>
  expect(capabilitiesOf(standing('owner'), 'prj_2').readEvals).toBe(false));

const existing = Object.entries(capabilityRules).filter((entry): entry is [Capability, Operation] => 'id' in entry[1]);

test('a capability of an existing operation uses the rule of that operation', () => {
  for (const [, operation] of existing) expect(allOperations[operation.id]).toBe(operation);
  expect(existing.map(([name]) => name).sort()).toEqual([
    'deleteAnyEvalSuite',
    'exportEvalTraces',
    'launchEvalRun',
    'readEvals',
    'requestInsights',
    'writeEvalSuites',
  ]);
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
