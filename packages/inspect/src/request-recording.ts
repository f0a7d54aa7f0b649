import type { LoggingMessageNotificationParams, Progress } from '@modelcontextprotocol/client';
import type { ServerInteraction } from '@assay/mcp/requests/scripted-answers';
import { BoundedLog } from './bounded-log.ts';
import { CallWire } from './call-wire.ts';

/** The official client's own progress messages, among the server's. */
const OWN_PROGRESS = /^Fulfilling input required by /;

/** Records the messages of a request, and notifications and requests of the server during it. */
export class RequestRecording {
  readonly #startedAt = performance.now();
  readonly interactions = new BoundedLog<ServerInteraction>(this.#startedAt);
  readonly #wire = new CallWire(this.#startedAt);
  readonly #progress = new BoundedLog<Progress>(this.#startedAt);
  readonly #logs = new BoundedLog<LoggingMessageNotificationParams>(this.#startedAt);

  readonly onProgress = (step: Progress): void => {
    if (!OWN_PROGRESS.test(step.message ?? '')) this.#progress.add(step);
  };

  readonly onLog = (log: LoggingMessageNotificationParams): void => this.#logs.add(log);

  readonly onWire = this.#wire.onWire;

  /** The recording as a report shows it. */
  told(logs: boolean): object {
    const omitted = {
      interactions: this.interactions.omitted,
      progress: this.#progress.omitted,
      logs: this.#logs.omitted,
      wire: this.#wire.omitted,
    };
    return {
      interactions: this.interactions.entries,
      progress: this.#progress.entries,
      ...(logs && { logs: this.#logs.entries }),
      wire: this.#wire.entries,
      ...(Object.values(omitted).some((count) => count > 0) && { omitted }),
    };
  }
}
