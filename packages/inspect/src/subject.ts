import type { Surface } from '@assay/contract/areas/surfaces/documents';
import type { ConnectOptions } from '@assay/mcp/connect';
import type { Session } from '@assay/mcp/session';
import type { ServerTarget } from '@assay/mcp/target';

/** The server that is asked, and how to reach it from where the inspection runs. */
export interface InspectedServer {
  projectId: string;
  target: ServerTarget;
  /** Opens a session, in the trace of who asked and for as long as they wait. `as` stands in for the target, such as a stranger to it. */
  connect(options?: Pick<ConnectOptions, 'dialects' | 'answers' | 'onLog'> & { as?: ServerTarget }): Promise<Session>;
  /** What ties requests to whoever waits for them. */
  ties: Pick<ConnectOptions, 'signal' | 'traceparent'>;
  /** How this process knows servers to speak; left out of `connect` to ask afresh. */
  dialects?: ConnectOptions['dialects'];
  /** Told when an inspection has seen all that the server offers. */
  seen(surface: Surface): void;
  /** Masks secrets in what a server wrote, for people to see. */
  mask(text: string): string;
  /** Does what nobody waits for once the answer is given; absent where the process is not there for that. */
  afterwards?(work: () => Promise<void>): void;
}

/** One thing that can be asked of a server: answers JSON, or the server's own bytes. */
export type Inspection<Input> = (subject: InspectedServer, input: Input) => Promise<object | Uint8Array>;
