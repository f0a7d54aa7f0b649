import { StudyDetail } from '@assay/contract/areas/studies/documents';
import { nullable, open } from '@assay/contract/schema';
import type { Alias } from './alias.ts';
import type { JsonBody } from '../http/json-body.ts';

const SCENARIOS = '/projects/{projectId}/scenarios';
const OF_ENVIRONMENT = '/projects/{projectId}/environments/{environmentId}/scenario';
const USER_TESTING = '/projects/{projectId}/user-testing/scenarios/{scenarioId}';

/** One of two reads that were merged: it has no settings of the study, and null for absent fields. */
const insightsDetail = ({
  id,
  projectId,
  name,
  description = null,
  mode = null,
  environmentId = null,
  insights,
}: JsonBody): JsonBody => ({
  id,
  projectId,
  name,
  description,
  mode,
  environmentId,
  ...(insights !== undefined && { insights }),
});

const { id, projectId, name, description, mode, environmentId, insights } = StudyDetail.properties;
const UserTestingScenario = open(
  {
    id,
    projectId,
    name,
    description: nullable(description),
    mode: nullable(mode),
    environmentId: nullable(environmentId),
    insights,
  },
  { $id: 'UserTestingScenario' },
);

const alias = (
  method: Alias['method'],
  path: string,
  operationId: string,
  successor: Alias['successor'],
  shapes: Pick<Alias, 'toReply' | 'printed'> = {},
): Alias => ({
  method,
  path,
  operationId,
  successor,
  renamed: { scenarioId: 'studyId' },
  isLinked: true,
  ...shapes,
});

/** The former paths of studies. */
export const scenarioAliases: Alias[] = [
  alias('GET', SCENARIOS, 'listScenarios', 'listStudies'),
  alias('GET', `${SCENARIOS}/{scenarioId}`, 'getScenario', 'getStudy'),
  alias('PUT', OF_ENVIRONMENT, 'publishScenario', 'publishStudy'),
  alias('DELETE', OF_ENVIRONMENT, 'unpublishScenario', 'unpublishStudy'),
  alias('GET', USER_TESTING, 'getUserTestingScenario', 'getStudy', {
    toReply: insightsDetail,
    printed: { reply: UserTestingScenario },
  }),
  alias('PATCH', USER_TESTING, 'updateUserTestingScenario', 'updateStudy'),
  alias('GET', `${USER_TESTING}/sessions`, 'listUserTestingSessions', 'listStudySessions'),
  alias('GET', `${USER_TESTING}/sessions/{sessionId}`, 'getUserTestingSession', 'getStudySession'),
  alias('PUT', `${USER_TESTING}/guest-execution`, 'setScenarioGuestExecution', 'setGuestExecution'),
  alias('POST', `${USER_TESTING}/rotate-link`, 'rotateScenarioLink', 'rotateStudyLink'),
  alias('PUT', `${USER_TESTING}/members`, 'upsertScenarioMember', 'upsertStudyMember'),
  alias('DELETE', `${USER_TESTING}/members/{memberIdOrEmail}`, 'removeScenarioMember', 'removeStudyMember'),
  alias('POST', `${USER_TESTING}/rebind`, 'rebindScenario', 'rebindStudy'),
  alias('GET', `${USER_TESTING}/metrics`, 'getUserTestingMetrics', 'getStudyMetrics'),
  alias('GET', `${USER_TESTING}/usage`, 'getUserTestingUsage', 'getStudyUsage'),
  alias('GET', `${USER_TESTING}/signals`, 'getUserTestingSignals', 'getStudySignals'),
  alias('GET', `${USER_TESTING}/findings`, 'listUserTestingFindings', 'listStudyFindings'),
  alias('GET', `${USER_TESTING}/windows/{windowId}/insights`, 'getUserTestingWindowInsights', 'getStudyWindowInsights'),
  alias('POST', `${USER_TESTING}/insights`, 'requestUserTestingInsights', 'requestStudyInsights'),
  alias('DELETE', `${USER_TESTING}/insights`, 'cancelUserTestingInsights', 'cancelStudyInsights'),
  alias('POST', `${USER_TESTING}/findings/{findingId}/dismiss`, 'dismissUserTestingFinding', 'dismissStudyFinding'),
  alias(
    'POST',
    `${USER_TESTING}/findings/{findingId}/undismiss`,
    'undismissUserTestingFinding',
    'undismissStudyFinding',
  ),
];
