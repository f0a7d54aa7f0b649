import type { Surface } from '@assay/contract/areas/surfaces/documents';
import type { ConnectOptions } from '@assay/mcp/connect';
import type { McpSession } from '@assay/mcp/session';
import type { LintOptions, SurfaceJudgement } from '@assay/surface/lint/lint-surface';
import type { LintSubject } from '@assay/surface/lint/rule';
import type { ServerTarget } from '@assay/mcp/target';

/** The server of an inspection, and how to reach it from this process. */
export interface InspectedServer {
  projectId: string;
  target: ServerTarget;
  /**
   * Opens a session with the trace and the deadline of the caller. `as` replaces the target, for example by one without
   * credentials.
   */
  connect(
    options?: Pick<ConnectOptions, 'dialects' | 'answers' | 'onLog'> & { as?: ServerTarget },
  ): Promise<McpSession>;
  /** The trace and the abort signal of the caller, for requests. */
  ties: Pick<ConnectOptions, 'signal' | 'traceparent'>;
  /** The cached dialects of servers; absent from `connect` when an inspection has to probe. */
  dialects?: ConnectOptions['dialects'];
  /** Called when an inspection has read the whole surface. */
  seen(surface: Surface): void;
  /** Lints a surface elsewhere than in this thread, where a process has other requests to answer. */
  lint?(subject: Required<LintSubject>, options: LintOptions): Promise<SurfaceJudgement>;
  /** Masks secrets in a server's text. */
  mask(text: string): string;
  /** Runs work after the answer was sent; absent in a process that ends with the answer. */
  afterwards?(work: () => Promise<void>): void;
}

/** One question to a server: answers JSON, or the server's own bytes. */
export type Inspection<Input> = (subject: InspectedServer, input: Input) => Promise<object | Uint8Array>;
