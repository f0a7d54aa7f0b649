/** An MCP server, or another server in its place, with one fault. */
export interface BrokenServer {
  name: string;
  start(): Promise<{ url: string; stop(): Promise<void> }>;
  /** The cause that a client should diagnose. */
  cause: string;
  /** The step at which the fault shows. */
  check: 'probe' | 'connection' | 'initialization' | 'tools' | 'resources' | 'prompts';
  /** The error code of connecting and initializing; absent when both work. */
  code?:
    | 'SERVER_UNREACHABLE'
    | 'TIMEOUT'
    | 'OAUTH_REQUIRED'
    | 'UNAUTHORIZED'
    | 'FORBIDDEN'
    | 'FEATURE_NOT_SUPPORTED'
    | 'VALIDATION_ERROR';
  /** Settings that the saved server needs for the fault to show. */
  saved?: { headers?: Record<string, string>; protocolVersion?: string; timeoutMs?: number };
  /** Whether connecting works in spite of the fault. */
  works?: true;
}
