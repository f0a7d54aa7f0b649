/** The scopes of a grant to an application, each in the words of the consent page. */
export const scopes = {
  read: 'Read projects, servers, suites, runs and their results',
  launch: 'Start and cancel runs and conversations, and call tools of servers, which may spend money',
  write: 'Create, change and delete',
} as const;
export type Scope = keyof typeof scopes;
export const allScopes = Object.keys(scopes) as Scope[];

export const isScope = (word: string): word is Scope => Object.hasOwn(scopes, word);
