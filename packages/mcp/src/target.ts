/** A saved MCP server, as much of it as connecting needs. */
export interface Target {
  serverId: string;
  serverName: string;
  url: string;
  /** Sent with every HTTP request to the server. They never enter the wire log or an error. */
  headers?: Record<string, string>;
  /** A pinned MCP protocol revision such as `2025-06-18`; negotiated when absent. */
  protocolVersion?: string;
  /** The owner says this server is behind OAuth, so even its bare 401 reads as OAUTH_REQUIRED. */
  useOAuth?: boolean;
}

/** The target's address without the parts that may hold secrets: user, query, fragment. */
export function publicUrl({ url }: Pick<Target, 'url'>): string {
  const parsed = URL.parse(url);
  return parsed ? `${parsed.origin}${parsed.pathname}` : '';
}
