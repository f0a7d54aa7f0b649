import * as account from './areas/account/operations.ts';
import * as agent from './areas/agent/operations.ts';
import * as analysis from './areas/analysis/operations.ts';
import * as apiKeys from './areas/api-keys/operations.ts';
import * as auditLog from './areas/audit-log/operations.ts';
import * as authoring from './areas/authoring/operations.ts';
import * as badges from './areas/badges/operations.ts';
import * as browsers from './areas/browsers/operations.ts';
import * as budgets from './areas/budgets/operations.ts';
import * as cases from './areas/cases/operations.ts';
import * as cassettes from './areas/cassettes/operations.ts';
import * as catalogueLabs from './areas/catalogue-labs/operations.ts';
import * as chatSessions from './areas/chat-sessions/operations.ts';
import * as clients from './areas/clients/operations.ts';
import * as conformance from './areas/conformance/operations.ts';
import * as diagnosis from './areas/diagnosis/operations.ts';
import * as environments from './areas/environments/operations.ts';
import * as evalRuns from './areas/eval-runs/operations.ts';
import * as gates from './areas/gates/operations.ts';
import * as grants from './areas/grants/operations.ts';
import * as images from './areas/images/operations.ts';
import * as ingestion from './areas/ingestion/operations.ts';
import * as invitations from './areas/invitations/operations.ts';
import * as iterations from './areas/iterations/operations.ts';
import * as journeyMeasures from './areas/journey-measures/operations.ts';
import * as journeyRuns from './areas/journey-runs/operations.ts';
import * as journeys from './areas/journeys/operations.ts';
import * as judges from './areas/judges/operations.ts';
import * as members from './areas/members/operations.ts';
import * as modelProviders from './areas/model-providers/operations.ts';
import * as oauthGrants from './areas/oauth-grants/operations.ts';
import * as operator from './areas/operator/operations.ts';
import * as organizations from './areas/organizations/operations.ts';
import * as overview from './areas/overview/operations.ts';
import * as passwords from './areas/passwords/operations.ts';
import * as personas from './areas/personas/operations.ts';
import * as plugins from './areas/plugins/operations.ts';
import * as primitives from './areas/primitives/operations.ts';
import * as projects from './areas/projects/operations.ts';
import * as readiness from './areas/readiness/operations.ts';
import * as registry from './areas/registry/operations.ts';
import * as reports from './areas/reports/operations.ts';
import * as runGroups from './areas/run-groups/operations.ts';
import * as runnerTokens from './areas/runner-tokens/operations.ts';
import * as schedules from './areas/schedules/operations.ts';
import * as secrets from './areas/secrets/operations.ts';
import * as serverConnections from './areas/server-connections/operations.ts';
import * as serverGroups from './areas/server-groups/operations.ts';
import * as serverSkills from './areas/server-skills/operations.ts';
import * as servers from './areas/servers/operations.ts';
import * as sessions from './areas/sessions/operations.ts';
import * as singleSignOn from './areas/single-sign-on/operations.ts';
import * as skills from './areas/skills/operations.ts';
import * as studies from './areas/studies/operations.ts';
import * as studyAnalytics from './areas/study-analytics/operations.ts';
import * as suiteFiles from './areas/suite-files/operations.ts';
import * as suites from './areas/suites/operations.ts';
import * as surfaces from './areas/surfaces/operations.ts';
import * as swarms from './areas/swarms/operations.ts';
import * as toolCalls from './areas/tool-calls/operations.ts';
import * as tunnels from './areas/tunnels/operations.ts';
import * as visits from './areas/visits/operations.ts';
import * as waveInsights from './areas/wave-insights/operations.ts';
import * as widgets from './areas/widgets/operations.ts';
import { nameOperations } from './name-operations.ts';
import type { Answering, Operation } from './operation.ts';

/** Every endpoint of the API, by its id. A new area needs a line here and an import; a new operation needs neither. */
export const operations = nameOperations({
  account,
  agent,
  analysis,
  'api-keys': apiKeys,
  'audit-log': auditLog,
  authoring,
  badges,
  browsers,
  budgets,
  cases,
  cassettes,
  'catalogue-labs': catalogueLabs,
  'chat-sessions': chatSessions,
  clients,
  conformance,
  diagnosis,
  environments,
  'eval-runs': evalRuns,
  gates,
  grants,
  images,
  ingestion,
  invitations,
  iterations,
  'journey-measures': journeyMeasures,
  'journey-runs': journeyRuns,
  journeys,
  judges,
  members,
  'model-providers': modelProviders,
  'oauth-grants': oauthGrants,
  operator,
  organizations,
  overview,
  passwords,
  personas,
  plugins,
  primitives,
  projects,
  readiness,
  registry,
  reports,
  'run-groups': runGroups,
  'runner-tokens': runnerTokens,
  schedules,
  secrets,
  'server-connections': serverConnections,
  'server-groups': serverGroups,
  'server-skills': serverSkills,
  servers,
  sessions,
  'single-sign-on': singleSignOn,
  skills,
  studies,
  'study-analytics': studyAnalytics,
  'suite-files': suiteFiles,
  suites,
  surfaces,
  swarms,
  'tool-calls': toolCalls,
  tunnels,
  visits,
  'wave-insights': waveInsights,
  widgets,
});

/** The same operations under one type, for code that iterates over all of them. */
export const allOperations: Readonly<Record<string, Operation>> = operations;

/** The table of the operations, each with its own types. */
export type Operations = typeof operations;

/** The ids of the operations that a service answers. */
export type OperationIdOf<Service extends Answering> = {
  [Id in keyof Operations]: Operations[Id]['service'] extends Service ? Id : never;
}[keyof Operations];
