import { one } from '../declare/arguments.ts';
import { command, takes } from '../declare/command.ts';
import { flag, text } from '../declare/options.ts';

export const loginInput = takes({
  options: {
    url: text('<url>', 'The address of the platform.'),
    withKey: flag('Sign in with an API key from standard input.'),
    device: flag('Sign in with a code in any browser, as over SSH.'),
  },
});

export const loginCommands = [
  command({
    words: 'login',
    summary: 'Sign in to a platform.',
    description:
      'With the browser of this machine, or over SSH and without a display with a code that is entered in any browser. The login is kept for this person alone, and sent to that address alone.',
    input: loginInput,
    examples: ['assay login', 'assay login --url https://assay.example', 'assay login --with-key < key-file'],
    exits: { 5: 'the sign-in was denied, or the key is refused' },
    see: ['whoami', 'logout'],
    load: async () => (await import('../actions/sign-in/login.ts')).login,
  }),
];

export const logoutInput = takes({
  options: { url: text('<url>', 'The address of the platform; the current login when absent.') },
});

export const logoutCommands = [
  command({
    words: 'logout',
    summary: 'End a login, here and on its platform.',
    input: logoutInput,
    examples: ['assay logout'],
    see: ['login'],
    load: async () => (await import('../actions/sign-in/logout.ts')).logout,
  }),
];

export const whoamiInput = takes({ needs: 'project', prints: 'document' });

export const whoamiCommands = [
  command({
    words: 'whoami',
    summary: 'Show the person, address, project and role of commands.',
    description: 'Each with its origin: an option, the environment, the link file of a folder, or the login.',
    input: whoamiInput,
    examples: ['assay whoami', 'assay whoami --json role'],
    see: ['login', 'use', 'status'],
    load: async () => (await import('../actions/sign-in/whoami.ts')).whoami,
  }),
];

export const statusInput = takes({ prints: 'document' });

export const statusCommands = [
  command({
    words: 'status',
    summary: 'Show the logins of this machine, and which platforms answer.',
    input: statusInput,
    examples: ['assay status'],
    exits: { 0: 'every platform answers and accepts its login', 4: 'one does not answer', 5: 'one refuses its login' },
    see: ['whoami'],
    load: async () => (await import('../actions/sign-in/status.ts')).showStatus,
  }),
];

export const useInput = takes({
  arguments: { project: one('The project, by name or id.') },
  needs: 'platform',
});

export const useCommands = [
  command({
    words: 'use',
    summary: 'Work in a project from this folder on.',
    description:
      'It is written to the link file assay.json of this folder, or of the folder above that has one. The file holds no secret, and is meant to be committed.',
    input: useInput,
    examples: ['assay use Helpdesk'],
    see: ['whoami'],
    load: async () => (await import('../actions/sign-in/use.ts')).useProject,
  }),
];
