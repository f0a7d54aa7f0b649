import type { Egress } from '@assay/egress/egress';

/** A saved MCP server, as much of it as connecting needs. */
export interface ServerTarget {
  serverId: string;
  serverName: string;
  /** The way out that everything about this server takes. */
  egress: Egress;
  /** Empty for a server that is started by a command. */
  url: string;
  /** Starts the server and speaks to it over its standard input and output. */
  command?: ServerCommand;
  /** What may be started here; no command without it. */
  stdio?: StdioRules;
  /** Sent with every HTTP request to the server. They never enter the wire log or an error. */
  headers?: Record<string, string>;
  /** A pinned MCP protocol revision such as `2025-06-18`; negotiated when absent. */
  protocolVersion?: string;
  /** The owner says this server is behind OAuth, so even its bare 401 reads as OAUTH_REQUIRED. */
  useOAuth?: boolean;
  /** Access tokens for the Authorization header, where the server has an OAuth grant. */
  tokens?: TokenSource;
  /** Declared to the server in place of our own capabilities. */
  clientCapabilities?: Record<string, unknown>;
}

/** A command that is a server: started without a shell, with this environment and nothing else of ours. */
export interface ServerCommand {
  command: string;
  args: string[];
  env: Record<string, string>;
}

/** Which commands this process may start as servers, and within which bounds. */
export interface StdioRules {
  /** Bare names, looked up on the PATH of `env`, and absolute paths; `*` stands for every command. */
  allowedCommands: string[];
  /** Where commands run; a fresh folder for each when undefined. */
  dir: string | undefined;
  /** What every command finds in its environment, beside what its server saved. */
  env: Record<string, string>;
  /** Resident memory of a command and all that it started. Watched on Linux; elsewhere nothing holds it to that. */
  maxMemoryMb: number;
  /** How long a command may run. */
  maxSeconds: number;
  /** More than this in one message, or beside all messages, is an attack or an accident. */
  maxMessageBytes: number;
  /** Masks secrets in what a command wrote to its standard error. */
  mask: (text: string) => string;
}

export interface TokenSource {
  /**
   * A token to send, or undefined where there is none. `rejected` is one that the server has just turned down, so another
   * is wanted.
   * @throws Problem OAUTH_REQUIRED when the grant can no longer be used.
   */
  token(rejected?: string): Promise<string | undefined>;
}

/** The target's address without the parts that may hold secrets: user, query, fragment. */
export function publicUrl({ url }: Pick<ServerTarget, 'url'>): string {
  const parsed = URL.parse(url);
  return parsed ? `${parsed.origin}${parsed.pathname}` : '';
}
