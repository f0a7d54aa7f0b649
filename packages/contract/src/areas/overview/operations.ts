import { NoInput, NoQuery } from '../../none.ts';
import { operation } from '../../operation.ts';
import { AttentionDismissal, ProjectAttention } from './attention.ts';
import { ProjectEvents } from './project-events.ts';
import { RunnerList } from './runners.ts';
import { FoundObject, SearchProject, SearchResult } from './search.ts';

const common = { tag: 'Overview', access: 'viewer', service: 'runs' } as const;

export const getProjectAttention = operation({
  ...common,
  method: 'GET',
  path: '/projects/{projectId}/attention',
  summary: 'Read what needs a person in a project, the worst first, with counts of its objects.',
  description:
    'Suites that fail or have no verdict, servers that cannot be used or changed in a breaking way within 14 days, schedules whose latest ticks have no verdict, drafts that wait, waivers that end within 7 days, and budgets of which 80 percent are used. Nothing is computed that another read does not show.',
  tool: true,
  polled: true,
  input: NoQuery,
  status: 200,
  reply: ProjectAttention,
});

export const dismissAttentionItem = operation({
  ...common,
  access: 'member',
  method: 'POST',
  path: '/projects/{projectId}/attention/{itemId}/dismiss',
  summary: 'Leave an item out of what needs a person, for all members, until its state changes.',
  description: 'Dismissing it twice is not an error.',
  input: NoInput,
  bodyOptional: true,
  status: 200,
  reply: AttentionDismissal,
});

export const undismissAttentionItem = operation({
  ...common,
  access: 'member',
  method: 'POST',
  path: '/projects/{projectId}/attention/{itemId}/undismiss',
  summary: 'Take back that an item was dismissed.',
  input: NoInput,
  bodyOptional: true,
  status: 200,
  reply: AttentionDismissal,
});

export const searchProject = operation({
  ...common,
  method: 'GET',
  path: '/projects/{projectId}/search',
  summary: 'Find objects of a project by name or id.',
  description:
    'Archived objects are not found by their names. A service that does not answer within two seconds is named.',
  tool: true,
  input: SearchProject,
  status: 200,
  reply: SearchResult,
});

export const findObject = operation({
  ...common,
  access: 'key',
  method: 'GET',
  path: '/objects/{objectId}',
  summary: 'Find out what an id is: its kind, its name, its project and its page.',
  description: 'Of an object in a project that the caller cannot see, NOT_FOUND, as of one that does not exist.',
  tool: true,
  input: NoQuery,
  status: 200,
  reply: FoundObject,
});

export const streamProjectEvents = operation({
  ...common,
  service: 'catalog',
  method: 'GET',
  path: '/projects/{projectId}/events',
  headers: ['lastEventId', 'waitMs'],
  summary: 'Follow which parts of a project change.',
  description:
    'Server-sent events. An event says that parts of the project changed, by requests or by work that ended; read them again to learn what. A client that connects again with the id of its last event (`Last-Event-ID`) misses no change.',
  input: NoQuery,
  status: 200,
  reply: ProjectEvents,
  stream: true,
  produces: 'text/event-stream',
});

export const listRunners = operation({
  tag: 'Runners',
  access: 'viewer',
  service: 'runs',
  method: 'GET',
  path: '/organizations/{organizationId}/runners',
  summary: 'List the runners that work for an organization, and the runs that wait for one.',
  description:
    'The runners of the installation and the runners of the organization that asked for trials within the last day. Runs and projects that the caller cannot see are left out of `waiting`.',
  input: NoQuery,
  status: 200,
  reply: RunnerList,
});
