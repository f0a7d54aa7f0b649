import type { Command } from '../declare/command.ts';

/** The parts of the overview. */
export const groups = ['Without a platform', 'On a platform', 'This machine'] as const;

/** The first word of commands. */
export interface Noun {
  group: (typeof groups)[number];
  /** The effect of its commands, in a few words. */
  summary: string;
  /** The short overview describes it; others are only named there. */
  isFrequent?: true;
  load: () => Promise<Command[]>;
}

/** Every noun, in the order of the overview. The declarations of its commands are loaded when it is typed. */
export const nouns = {
  test: {
    group: 'Without a platform',
    summary: 'run a suite, a server or a command once, here, and keep nothing',
    isFrequent: true,
    load: async () => (await import('./test.ts')).testCommands,
  },
  dev: {
    group: 'Without a platform',
    summary: 'a local Assay for this folder, with its console',
    isFrequent: true,
    load: async () => (await import('./dev.ts')).devCommands,
  },
  init: {
    group: 'Without a platform',
    summary: 'write a suite file and a CI file',
    isFrequent: true,
    load: async () => (await import('./init.ts')).initCommands,
  },
  run: {
    group: 'On a platform',
    summary: 'launch, watch, compare, rerun',
    isFrequent: true,
    load: async () => (await import('./run.ts')).runCommands,
  },
  suite: {
    group: 'On a platform',
    summary: 'create, pull, push, draft',
    isFrequent: true,
    load: async () => (await import('./suite.ts')).suiteCommands,
  },
  gate: {
    group: 'On a platform',
    summary: 'check and waive',
    isFrequent: true,
    load: async () => (await import('./gate.ts')).gateCommands,
  },
  trace: {
    group: 'On a platform',
    summary: 'what happened in one trial',
    isFrequent: true,
    load: async () => (await import('./trace.ts')).traceCommands,
  },
  case: {
    group: 'On a platform',
    summary: 'read and edit cases',
    isFrequent: true,
    load: async () => (await import('./evals/case.ts')).caseCommands,
  },
  server: {
    group: 'On a platform',
    summary: 'save, diagnose, lint, export',
    isFrequent: true,
    load: async () => (await import('./servers/server.ts')).serverCommands,
  },
  tools: {
    group: 'On a platform',
    summary: 'list and call',
    isFrequent: true,
    load: async () => (await import('./servers/tools.ts')).toolCommands,
  },
  environment: {
    group: 'On a platform',
    summary: 'settings that suites run on',
    load: async () => (await import('./evals/environment.ts')).environmentCommands,
  },
  client: {
    group: 'On a platform',
    summary: 'MCP clients that suites run through',
    load: async () => (await import('./evals/client.ts')).clientCommands,
  },
  swarm: {
    group: 'On a platform',
    summary: 'journeys that run together',
    load: async () => (await import('./journeys/swarm.ts')).swarmCommands,
  },
  study: {
    group: 'On a platform',
    summary: 'conversations of real people with servers',
    load: async () => (await import('./journeys/study.ts')).studyCommands,
  },
  schedule: {
    group: 'On a platform',
    summary: 'run suites by themselves',
    load: async () => (await import('./evals/schedule.ts')).scheduleCommands,
  },
  registry: {
    group: 'On a platform',
    summary: 'find and install servers',
    load: async () => (await import('./servers/registry.ts')).registryCommands,
  },
  project: {
    group: 'On a platform',
    summary: 'create and change projects',
    load: async () => (await import('./account/project.ts')).projectCommands,
  },
  resources: {
    group: 'On a platform',
    summary: 'list and read resources of a server',
    load: async () => (await import('./servers/resources.ts')).resourceCommands,
  },
  prompts: {
    group: 'On a platform',
    summary: 'list and get prompts of a server',
    load: async () => (await import('./servers/prompts.ts')).promptCommands,
  },
  oauth: {
    group: 'On a platform',
    summary: 'grant access to a server',
    load: async () => (await import('./servers/oauth.ts')).oauthCommands,
  },
  secret: {
    group: 'On a platform',
    summary: 'keep secrets of servers',
    load: async () => (await import('./servers/secret.ts')).secretCommands,
  },
  group: {
    group: 'On a platform',
    summary: 'servers that belong together',
    load: async () => (await import('./servers/group.ts')).groupCommands,
  },
  persona: {
    group: 'On a platform',
    summary: 'characters who talk in place of people',
    load: async () => (await import('./journeys/persona.ts')).personaCommands,
  },
  journey: {
    group: 'On a platform',
    summary: 'goals that personas pursue',
    load: async () => (await import('./journeys/journey.ts')).journeyCommands,
  },
  conformance: {
    group: 'On a platform',
    summary: 'check a server against the specification',
    load: async () => (await import('./servers/conformance.ts')).conformanceCommands,
  },
  readiness: {
    group: 'On a platform',
    summary: 'check a server for a directory',
    load: async () => (await import('./servers/readiness.ts')).readinessCommands,
  },
  model: {
    group: 'On a platform',
    summary: 'models and the keys of their providers',
    load: async () => (await import('./evals/model.ts')).modelCommands,
  },
  image: {
    group: 'On a platform',
    summary: 'images for commands of servers',
    load: async () => (await import('./servers/image.ts')).imageCommands,
  },
  key: {
    group: 'On a platform',
    summary: 'API keys',
    load: async () => (await import('./account/key.ts')).keyCommands,
  },
  member: {
    group: 'On a platform',
    summary: 'people of the organization',
    load: async () => (await import('./account/member.ts')).memberCommands,
  },
  budget: {
    group: 'On a platform',
    summary: 'limits of spending, and usage',
    load: async () => (await import('./account/budget.ts')).budgetCommands,
  },
  organization: {
    group: 'On a platform',
    summary: 'organizations and their settings',
    load: async () => (await import('./account/organization.ts')).organizationCommands,
  },
  badge: {
    group: 'On a platform',
    summary: 'badges of suites for a README',
    load: async () => (await import('./evals/badge.ts')).badgeCommands,
  },
  cassette: {
    group: 'On a platform',
    summary: 'recorded answers of servers',
    load: async () => (await import('./evals/cassette.ts')).cassetteCommands,
  },
  lab: {
    group: 'On a platform',
    summary: 'try names and descriptions of tools',
    load: async () => (await import('./servers/lab.ts')).labCommands,
  },
  session: {
    group: 'On a platform',
    summary: 'chats with servers',
    load: async () => (await import('./journeys/session.ts')).sessionCommands,
  },
  audit: {
    group: 'On a platform',
    summary: 'read, export and verify the audit log',
    load: async () => (await import('./audit.ts')).auditCommands,
  },
  plugins: {
    group: 'On a platform',
    summary: 'push, list and delete plugins',
    load: async () => (await import('./plugins.ts')).pluginCommands,
  },
  skills: {
    group: 'On a platform',
    summary: 'push, list and delete skills',
    load: async () => (await import('./skills.ts')).skillCommands,
  },
  wave: {
    group: 'On a platform',
    summary: 'judge, compare and measure waves of journeys',
    load: async () => (await import('./wave.ts')).waveCommands,
  },
  admin: {
    group: 'On a platform',
    summary: 'what the operator of an installation does',
    load: async () => (await import('./admin.ts')).adminCommands,
  },
  login: {
    group: 'This machine',
    summary: 'sign in to a platform',
    isFrequent: true,
    load: async () => (await import('./sign-in.ts')).loginCommands,
  },
  logout: {
    group: 'This machine',
    summary: 'end a login',
    load: async () => (await import('./sign-in.ts')).logoutCommands,
  },
  whoami: {
    group: 'This machine',
    summary: 'as whom, where and in which project',
    isFrequent: true,
    load: async () => (await import('./sign-in.ts')).whoamiCommands,
  },
  status: {
    group: 'This machine',
    summary: 'logins, link and platforms',
    load: async () => (await import('./sign-in.ts')).statusCommands,
  },
  use: {
    group: 'This machine',
    summary: 'work in a project from this folder on',
    isFrequent: true,
    load: async () => (await import('./sign-in.ts')).useCommands,
  },
  completion: {
    group: 'This machine',
    summary: 'complete commands in a shell',
    isFrequent: true,
    load: async () => (await import('./completion.ts')).completionCommands,
  },
  open: {
    group: 'This machine',
    summary: 'open a page of the platform',
    isFrequent: true,
    load: async () => (await import('./open.ts')).openCommands,
  },
  mcp: {
    group: 'This machine',
    summary: 'serve the platform to a local agent',
    load: async () => (await import('./mcp.ts')).mcpCommands,
  },
  'upgrade-check': {
    group: 'This machine',
    summary: 'whether the platform knows every operation',
    load: async () => (await import('./upgrade-check.ts')).upgradeCheckCommands,
  },
  ci: {
    group: 'This machine',
    summary: 'comment on the pull request of a CI job',
    load: async () => (await import('./ci.ts')).ciCommands,
  },
  runner: {
    group: 'This machine',
    summary: 'take work of a platform on this machine',
    load: async () => (await import('./runner.ts')).runnerCommands,
  },
  tunnel: {
    group: 'This machine',
    summary: 'let a platform use a server of this machine',
    load: async () => (await import('./tunnel.ts')).tunnelCommands,
  },
  api: {
    group: 'This machine',
    summary: 'call any operation of the API',
    isFrequent: true,
    load: async () => (await import('./api.ts')).apiCommands,
  },
} satisfies Record<string, Noun>;
