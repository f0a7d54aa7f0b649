/** An MCP server, or something in its place, that is broken in one way. */
export interface BrokenServer {
  name: string;
  start(): Promise<{ url: string; stop(): Promise<void> }>;
  /** What a client should find to be the matter. */
  cause: string;
  /** The step at which it shows. */
  check: 'probe' | 'connection' | 'initialization' | 'tools' | 'resources' | 'prompts';
  /** The error code of connecting and initializing; absent where that works. */
  code?:
    | 'SERVER_UNREACHABLE'
    | 'TIMEOUT'
    | 'OAUTH_REQUIRED'
    | 'UNAUTHORIZED'
    | 'FORBIDDEN'
    | 'FEATURE_NOT_SUPPORTED'
    | 'INTERNAL_ERROR'
    | 'VALIDATION_ERROR';
  /** Settings that have to be saved with the server for it to show. */
  saved?: { headers?: Record<string, string>; protocolVersion?: string; timeoutMs?: number };
  /** It works all the same. */
  works?: true;
}
