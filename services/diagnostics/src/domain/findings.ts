import type { Problem } from '@assay/contract/problem';
import type { OAuthDescription } from '@assay/mcp/oauth-description';
import type { Item } from '@assay/mcp/pages';
import type { SessionInfo } from '@assay/mcp/session';

/** What a step of the examination came to. */
export type Outcome<T> = { value: T } | { problem: Problem };

export interface Lists {
  tools: Item<'name'>[];
  resources: Item<'uri'>[];
  resourceTemplates: Item<'uriTemplate'>[];
  prompts: Item<'name'>[];
}

export type ListName = keyof Lists;

/** A list is undefined when the server does not declare what it belongs to. */
export type ListOutcomes = { [Name in ListName]: Outcome<Lists[Name]> | undefined };

/** Everything an examination found, before it is judged. */
export interface Findings {
  /** Without the saved Authorization header. */
  probe: Outcome<SessionInfo>;
  /** How to get the grant that the probe was asked for. */
  oauth?: OAuthDescription;
  /** Whether an Authorization header is saved. */
  hasCredential: boolean;
  /** Absent when the examination ended with the probe. */
  connection?: Outcome<SessionInfo>;
  /** Absent without a connection. */
  lists?: ListOutcomes;
}
