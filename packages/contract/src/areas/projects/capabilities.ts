import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import type { Feature } from '../../access.ts';
import { Id, oneOf, open, record } from '../../schema.ts';
import { RoleName } from '../account/documents.ts';

/** Actions whose permission clients read before they offer them. */
export const capabilities = [
  'readSwarms',
  'writeSwarms',
  'launchJourneyRun',
  'cancelJourneyRun',
  'readUserTesting',
  'publishUserTestingScenario',
  'unpublishUserTestingScenario',
  'changeUserTestingExposure',
  'manageUserTestingGuestExecution',
  'requestInsights',
  'readEvals',
  'writeEvalSuites',
  'launchEvalRun',
  'deleteAnyEvalSuite',
  'deleteAnyEvalRun',
  'exportEvalTraces',
] as const;
export type Capability = (typeof capabilities)[number];

const answers = Object.fromEntries(capabilities.map((name) => [name, Type.Boolean()])) as Record<
  Capability,
  ReturnType<typeof Type.Boolean>
>;
const gate = open({ enabled: Type.Boolean() });
const gates = { swarms: gate, userTesting: gate } satisfies Record<Feature, typeof gate>;

export type ProjectCapabilities = Static<typeof ProjectCapabilities>;
export const ProjectCapabilities = open(
  {
    projectId: Id,
    organizationId: Id,
    role: RoleName,
    projectRole: RoleName,
    surface: Type.String({ description: 'Always `self-hosted`.' }),
    features: open({
      sandboxes: open({ enabled: Type.Boolean(), mode: oneOf(['off', 'dark', 'enforce']), enforced: Type.Boolean() }),
      ...gates,
    }),
    plan: open({
      name: Type.String({ description: 'Always `self-hosted`.' }),
      limits: record({ description: "The limits in force, as the organization's settings name them." }),
      features: record({ description: 'Which features are on.' }),
    }),
    can: open(answers, {
      description:
        'The rights of the caller; false for an action that this version has no operation for. A plan, not a promise: every write decides for itself.',
    }),
  },
  { $id: 'ProjectCapabilities' },
);
