import type { WidgetRendering } from '@assay/contract/areas/widgets/documents';
import type { Surface } from '@assay/contract/areas/surfaces/documents';
import { documentHider } from '@assay/contract/areas/servers/secret-values';
import { connectSession, type ConnectOptions } from '@assay/mcp/connect';
import type { McpSession } from '@assay/mcp/session';
import type { SessionCache, SessionOwner, SessionQuestion } from '@assay/mcp/session-cache';
import type { ServerTarget } from '@assay/mcp/target';
import { withKnownSecrets } from './mask.ts';
import type { WidgetToShow } from './widgets/widget-to-show.ts';

/** The features that a session's client declares to the server, and the observer of its messages. */
export type SessionFeatures = Pick<ConnectOptions, 'answers' | 'onLog' | 'onWire'>;

/** The server of an inspection, and how to reach it from this process. */
export interface InspectedServer {
  projectId: string;
  target: ServerTarget;
  /**
   * Opens a session with the trace and the deadline of the caller. `as` replaces the target, for example by one without
   * credentials.
   */
  connect(options?: SessionFeatures & Pick<ConnectOptions, 'dialects'> & { as?: ServerTarget }): Promise<McpSession>;
  /**
   * Asks in a cached session of the caller, which serves this question alone meanwhile; absent where each question opens
   * a session.
   */
  askCached?<T>(
    options: SessionFeatures & Pick<SessionQuestion<T>, 'isSafe'>,
    work: SessionQuestion<T>['work'],
  ): Promise<T>;
  /** The trace and the abort signal of the caller, for requests. */
  ties: Pick<ConnectOptions, 'signal' | 'traceparent'>;
  /** The cached dialects of servers; absent from `connect` when an inspection has to probe. */
  dialects?: ConnectOptions['dialects'];
  /** Called when an inspection has read the whole surface. */
  seen(surface: Surface): void;
  /** Shows a widget in the browser of this process; absent in a process that never has one. */
  showWidget?(widget: WidgetToShow): Promise<WidgetRendering>;
  /** Masks the server's own saved values, and what looks like a secret, in a server's text. */
  mask(text: string): string;
  /** A document without the server's own saved values. */
  hide<T>(document: T): T;
  /** Runs work after the answer was sent; absent in a process that ends with the answer. */
  afterwards?(work: () => Promise<void>): void;
}

/** One question to a server: answers JSON, or the server's own bytes. */
export type Inspection<Input> = (subject: InspectedServer, input: Input) => Promise<object | Uint8Array>;

/** The parts of an inspected server; `options` hold for every session, `mask` masks what looks like a secret. */
export interface InspectedServerParts extends Pick<
  InspectedServer,
  'projectId' | 'target' | 'ties' | 'dialects' | 'seen' | 'showWidget' | 'afterwards'
> {
  options: Pick<ConnectOptions, 'timeouts' | 'answers'>;
  /** The cached sessions that this question may use. */
  cached?: { sessions: SessionCache; owner: SessionOwner };
  mask(text: string): string;
}

/** A server as inspections use it: its own saved values leave it nowhere but in the results of plain calls. */
export function inspectedServer({
  target,
  ties,
  options: common,
  mask,
  seen,
  cached,
  ...parts
}: InspectedServerParts): InspectedServer {
  const { known, secrets } = withKnownSecrets(target);
  let [count, hider] = [secrets.size, documentHider(secrets)];
  const hide = <T>(document: T): T => {
    // An access token was renewed.
    if (secrets.size > count) [count, hider] = [secrets.size, documentHider(secrets)];
    return hider(document);
  };
  return {
    ...parts,
    target: known,
    ties,
    ...(cached && {
      askCached: ({ isSafe, ...features }, work) =>
        cached.sessions.ask({
          owner: cached.owner,
          target: known,
          options: { ...ties, ...common, dialects: parts.dialects, ...features },
          isSafe,
          work,
        }),
    }),
    connect: ({ as = known, ...options } = {}) => connectSession(as, { ...ties, ...common, ...options }),
    seen: (surface) => seen(hide(surface)),
    mask: (text) => mask(hide(text)),
    hide,
  };
}
