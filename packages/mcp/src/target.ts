import { withHiddenPath } from '@assay/contract/areas/servers/path-secrets';
import type { Implementation } from '@modelcontextprotocol/client';
import type { Egress } from '@assay/egress/egress';

/** A saved MCP server, with the fields that a connection needs. */
export interface ServerTarget {
  serverId: string;
  serverName: string;
  /** The egress for every request about this server. */
  egress: Egress;
  /** Empty for a server that is started by a command. */
  url: string;
  /** Starts the server; the session uses its standard input and output. */
  command?: ServerCommand;
  /** The rules for starting commands; without them no command may be started. */
  stdio?: StdioRules;
  /** Sent with every HTTP request to the server. Headers never enter the wire log or an error. */
  headers?: Record<string, string>;
  /** Values of secrets that are parts of headers and variables, so that masks find them alone. */
  secrets?: string[];
  /** A pinned MCP protocol revision such as `2025-06-18`; negotiated when absent. */
  protocolVersion?: string;
  /** The owner says that the server uses OAuth, so even a bare 401 reads as OAUTH_REQUIRED. */
  useOAuth?: boolean;
  /** Access tokens for the Authorization header, when the server has an OAuth grant. */
  tokens?: TokenSource;
  /** Declared to the server instead of our own capabilities. */
  clientCapabilities?: Record<string, unknown>;
  /** Sent in the handshake instead of our own name and version. */
  clientInfo?: Implementation;
  /** Reads only the first page of a list. */
  firstPageOnly?: true;
  /** The client answers no result that asks for input (revision 2026-07-28). */
  answersInput?: false;
  /**
   * Whether arguments are repeated in headers where a tool asks for it (revision 2026-07-28). When absent, only after the
   * server has refused a call without them.
   */
  toolHeaders?: 'mirror' | 'omit';
}

/** A command that is a server: started without a shell, with this environment and nothing of ours. */
export interface ServerCommand {
  command: string;
  args: string[];
  env: Record<string, string>;
}

/** The commands that this process may start as servers, and their limits. */
export interface StdioRules {
  /** Bare names, looked up on the PATH of `env`, and absolute paths; `*` stands for every command. */
  allowedCommands: string[];
  /** Names that saved variables may have, `*` at the end standing for any rest; every name but loader variables when undefined. */
  allowedVariables?: string[] | undefined;
  /** The working folder of commands; a new folder for each when undefined. */
  dir: string | undefined;
  /** The environment of every command, beside the saved variables of its server. */
  env: Record<string, string>;
  /** Limit on the resident memory of a command and its child processes. Enforced on Linux only. */
  maxMemoryMb: number;
  /** The longest run time of a command. */
  maxSeconds: number;
  /** The limit for one message, and for all output beside messages. */
  maxMessageBytes: number;
  /** Masks secrets in a command's standard error. */
  mask: (text: string) => string;
}

export interface TokenSource {
  /**
   * The token to send, or undefined when there is none. `rejected` is a token that the server has just rejected, so
   * that another one is needed.
   * @throws Problem OAUTH_REQUIRED when the grant can no longer be used.
   */
  token(rejected?: string): Promise<string | undefined>;
}

/** The target's address without the parts that may hold secrets: user, query, fragment, and segments that look like one. */
export function publicUrl({ url }: Pick<ServerTarget, 'url'>): string {
  const parsed = URL.parse(url);
  return parsed ? withHiddenPath(`${parsed.origin}${parsed.pathname}`) : '';
}
