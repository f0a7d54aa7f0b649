import type { SessionConnection } from '../session-connection.ts';

/** How long a server may take to accept that it is to tell of changes, in milliseconds. */
const WATCH_MS = 2_000;

/** The news of a server about changes of its tools in a session. */
export class ToolNews {
  /** How often the server has said that its tools changed. */
  changes = 0;
  readonly #link: Pick<SessionConnection, 'client' | 'wire'>;
  #watching: Promise<void> | undefined;

  /** `changed` is called with each change. */
  constructor(link: Pick<SessionConnection, 'client' | 'wire'>, changed: () => void) {
    this.#link = link;
    link.client.setNotificationHandler('notifications/tools/list_changed', () => {
      this.changes++;
      changed();
    });
  }

  /** Has the server say when its tools change; false when it does not declare that it can. Never throws. */
  async watch(): Promise<boolean> {
    const { client, wire } = this.#link;
    if (!client.getServerCapabilities()?.tools?.listChanged) return false;
    if (client.getProtocolEra() === 'modern') await (this.#watching ??= this.#subscribe());
    else wire.listen();
    return true;
  }

  /** Opens the stream for changes of the tools (revision 2026-07-28, Subscriptions). Servers may lack it. */
  #subscribe(): Promise<void> {
    return this.#link.client.listen({ toolsListChanged: true }, { timeout: WATCH_MS }).then(
      () => undefined,
      () => undefined,
    );
  }
}
