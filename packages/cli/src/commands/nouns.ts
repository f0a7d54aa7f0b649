import type { Command } from '../declare/command.ts';

/** The parts of the overview. */
export const groups = ['Without a platform', 'On a platform', 'This machine'] as const;

/** The first word of commands. */
export interface Noun {
  group: (typeof groups)[number];
  /** The effect of its commands, in a few words. */
  summary: string;
  /** Whether the short overview describes it; others are only named there. */
  isFrequent: boolean;
  load: () => Promise<Command[]>;
}

/** Every noun, in the order of the overview. The declarations of its commands are loaded when it is typed. */
export const nouns = {
  suite: {
    group: 'On a platform',
    summary: 'create, pull, push, draft',
    isFrequent: true,
    load: async () => (await import('./suite.ts')).suiteCommands,
  },
  audit: {
    group: 'On a platform',
    summary: 'verify an export of the audit log',
    isFrequent: false,
    load: async () => (await import('./audit.ts')).auditCommands,
  },
  plugins: {
    group: 'On a platform',
    summary: 'push a plugin',
    isFrequent: false,
    load: async () => (await import('./plugins.ts')).pluginCommands,
  },
  skills: {
    group: 'On a platform',
    summary: 'push a skill',
    isFrequent: false,
    load: async () => (await import('./skills.ts')).skillCommands,
  },
  wave: {
    group: 'On a platform',
    summary: 'judge a wave of journey runs',
    isFrequent: false,
    load: async () => (await import('./wave.ts')).waveCommands,
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
    isFrequent: false,
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
    isFrequent: false,
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
    isFrequent: false,
    load: async () => (await import('./mcp.ts')).mcpCommands,
  },
  'upgrade-check': {
    group: 'This machine',
    summary: 'whether the platform knows every operation',
    isFrequent: false,
    load: async () => (await import('./upgrade-check.ts')).upgradeCheckCommands,
  },
  tunnel: {
    group: 'This machine',
    summary: 'let a platform use a server of this machine',
    isFrequent: false,
    load: async () => (await import('./tunnel.ts')).tunnelCommands,
  },
} satisfies Record<string, Noun>;
