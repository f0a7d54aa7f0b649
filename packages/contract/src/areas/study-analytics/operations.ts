import { NoInput, NoQuery } from '../../none.ts';
import { operation } from '../../operation.ts';
import {
  CancelStudyInsights,
  ListStudyFindings,
  ReadStudyMeasures,
  RequestStudyInsights,
  StudyFindingDismissed,
  StudyFindingPage,
  StudyInsightsCancelled,
  StudyInsightsRequested,
  StudyMetrics,
  StudySignals,
  StudyUsage,
  StudyWindowInsights,
} from './documents.ts';

const common = { tag: 'Studies', service: 'environments', gate: 'userTesting' } as const;
const read = { ...common, method: 'GET', access: 'viewer', status: 200 } as const;
const write = { ...common, access: 'member' } as const;
const STUDY = '/projects/{projectId}/studies/{studyId}';
const FREE =
  'Computed by fixed rules without a model, within seconds of what happens; 404 while no session was measured.';

export const getStudyMetrics = operation({
  ...read,
  path: `${STUDY}/metrics`,
  summary: "Read the measures of a study's sessions.",
  description: FREE,
  input: ReadStudyMeasures,
  reply: StudyMetrics,
});

export const getStudyUsage = operation({
  ...read,
  path: `${STUDY}/usage`,
  summary: 'Read how much a study was used, and how far its sessions were analyzed.',
  description: FREE,
  input: ReadStudyMeasures,
  reply: StudyUsage,
});

export const getStudySignals = operation({
  ...read,
  path: `${STUDY}/signals`,
  summary: "Read what went wrong in a study's sessions, and in how many.",
  description: FREE,
  input: ReadStudyMeasures,
  reply: StudySignals,
});

export const listStudyFindings = operation({
  ...read,
  path: `${STUDY}/findings`,
  summary: 'List the findings of a study, the one that was seen last first.',
  description:
    'A finding is a signal that at least 2 ended sessions of a week showed. Dismissed and resolved ones are listed, too.',
  input: ListStudyFindings,
  reply: StudyFindingPage,
});

export const dismissStudyFinding = operation({
  ...write,
  method: 'POST',
  path: `${STUDY}/findings/{findingId}/dismiss`,
  summary: 'Dismiss a finding of a study.',
  description: 'It keeps its status, and is still compared. Dismissing it twice is not an error.',
  input: NoInput,
  bodyOptional: true,
  status: 200,
  reply: StudyFindingDismissed,
});

export const undismissStudyFinding = operation({
  ...write,
  method: 'POST',
  path: `${STUDY}/findings/{findingId}/undismiss`,
  summary: 'Take back that a finding was dismissed.',
  input: NoInput,
  bodyOptional: true,
  status: 200,
  reply: StudyFindingDismissed,
});

export const requestStudyInsights = operation({
  ...write,
  method: 'POST',
  path: `${STUDY}/insights`,
  brake: 'insights',
  summary: 'Have a model explain the findings of the newest week with ended sessions.',
  description:
    'Answers at once with the week; read its insights for the progress. A week that was not mined yet answers 409 with `details.reason` WINDOW_NOT_MINED. Insights that are there are not made again unless further sessions ended or `force` is set. Without a model the findings are told as the rules found them.',
  input: RequestStudyInsights,
  bodyOptional: true,
  status: 202,
  reply: StudyInsightsRequested,
  also: [409],
});

export const cancelStudyInsights = operation({
  ...write,
  method: 'DELETE',
  path: `${STUDY}/insights`,
  summary: 'Cancel insights that are being made.',
  description: 'Insights that are complete answer 409. Calls of the model that are under way are paid for.',
  input: CancelStudyInsights,
  status: 200,
  reply: StudyInsightsCancelled,
  also: [409],
});

export const getStudyWindowInsights = operation({
  ...read,
  path: `${STUDY}/windows/{windowId}/insights`,
  summary: 'Read the insights of a week of a study.',
  description: '404 when they were never requested.',
  input: NoQuery,
  reply: StudyWindowInsights,
});
