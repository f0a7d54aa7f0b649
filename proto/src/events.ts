import { event } from './event.ts';
import * as messages from './gen/assay/v1/events.ts';
import type { RunSummary as RunSummaryMessage } from './gen/assay/v1/runs.ts';

/**
 * Every event of the platform, declared once: its message, its topic, its key and, where a repeated publication must
 * not make a second event, the fields of its id. `publish` (@assay/kit/events/outbox) and `on`
 * (@assay/kit/events/consumer) take these. docs/architecture.md lists them; an event without a consumer is for
 * consumers outside of Assay.
 */

const RUNS = 'assay.runs.v1';
const SUITES = 'assay.suites.v1';
const ACCESS = 'assay.access.v1';
const SERVERS = 'assay.servers.v1';
const ENVIRONMENTS = 'assay.environments.v1';
const JOURNEYS = 'assay.journeys.v1';
const AUDIT = 'assay.audit.v1';

export type RunCreated = messages.RunCreated;
export const RunCreated = event(messages.RunCreated, { topic: RUNS, key: 'runId', id: ['runId'] });

export type RunFinished = messages.RunFinished;
export const RunFinished = event(messages.RunFinished, { topic: RUNS, key: 'runId', id: ['runId'] });

/** The counts of a run as its reads show them, in events about it. */
export type RunSummary = RunSummaryMessage;

export type RunRegraded = messages.RunRegraded;
export const RunRegraded = event(messages.RunRegraded, { topic: RUNS, key: 'runId', id: ['runId', 'number'] });

export type RunsDeleted = messages.RunsDeleted;
export const RunsDeleted = event(messages.RunsDeleted, { topic: RUNS, key: 'organizationId' });

export type ScheduleTickSettled = messages.ScheduleTickSettled;
export const ScheduleTickSettled = event(messages.ScheduleTickSettled, { topic: RUNS, key: 'suiteId', id: ['tickId'] });

export type ScheduleTickDue = messages.ScheduleTickDue;
export const ScheduleTickDue = event(messages.ScheduleTickDue, { topic: SUITES, key: 'suiteId', id: ['tickId'] });

/** Without id fields, as the next one: a suite that a repeated launch writes again has the id of the deleted one. */
export type SuiteCreated = messages.SuiteCreated;
export const SuiteCreated = event(messages.SuiteCreated, { topic: SUITES, key: 'suiteId' });

export type SuiteDeleted = messages.SuiteDeleted;
export const SuiteDeleted = event(messages.SuiteDeleted, { topic: SUITES, key: 'suiteId' });

export type SuitesDeleted = messages.SuitesDeleted;
export const SuitesDeleted = event(messages.SuitesDeleted, { topic: SUITES, key: 'projectId' });

export type ProjectDeleted = messages.ProjectDeleted;
export const ProjectDeleted = event(messages.ProjectDeleted, { topic: ACCESS, key: 'projectId' });

export type MemberRemoved = messages.MemberRemoved;
export const MemberRemoved = event(messages.MemberRemoved, { topic: ACCESS, key: 'userId' });

export type SurfaceChanged = messages.SurfaceChanged;
export const SurfaceChanged = event(messages.SurfaceChanged, { topic: SERVERS, key: 'serverId' });

export type ServerSaved = messages.ServerSaved;
export const ServerSaved = event(messages.ServerSaved, { topic: SERVERS, key: 'serverId' });

export type ServerDeleted = messages.ServerDeleted;
export const ServerDeleted = event(messages.ServerDeleted, { topic: SERVERS, key: 'serverId' });

export type ChatSessionChanged = messages.ChatSessionChanged;
export const ChatSessionChanged = event(messages.ChatSessionChanged, {
  topic: ENVIRONMENTS,
  key: 'sessionId',
  id: ['sessionId', 'version'],
});

export type ChatSessionsDeleted = messages.ChatSessionsDeleted;
export const ChatSessionsDeleted = event(messages.ChatSessionsDeleted, { topic: ENVIRONMENTS, key: 'organizationId' });

export type JourneyRunLaunched = messages.JourneyRunLaunched;
export const JourneyRunLaunched = event(messages.JourneyRunLaunched, { topic: JOURNEYS, key: 'runId', id: ['runId'] });

export type JourneyRunFinished = messages.JourneyRunFinished;
export const JourneyRunFinished = event(messages.JourneyRunFinished, { topic: JOURNEYS, key: 'runId', id: ['runId'] });

export type ChangeMade = messages.ChangeMade;
export const ChangeMade = event(messages.ChangeMade, { topic: AUDIT, key: 'organizationId', id: ['id'] });
