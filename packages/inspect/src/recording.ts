import type { LoggingMessageNotificationParams, Progress } from '@modelcontextprotocol/client';
import type { Interaction } from '@assay/mcp/requests/scripted-answers';
import { BoundedLog } from './bounded-log.ts';

/** What the official client tells of its own rounds, among the server's progress. */
const OWN_PROGRESS = /^Fulfilling input required by /;

/** What a server says beside its answer while a request is under way. */
export class RequestRecording {
  readonly #startedAt = performance.now();
  readonly interactions = new BoundedLog<Interaction>(this.#startedAt);
  readonly #progress = new BoundedLog<Progress>(this.#startedAt);
  readonly #logs = new BoundedLog<LoggingMessageNotificationParams>(this.#startedAt);

  readonly onProgress = (step: Progress): void => {
    if (!OWN_PROGRESS.test(step.message ?? '')) this.#progress.add(step);
  };

  readonly onLog = (log: LoggingMessageNotificationParams): void => this.#logs.add(log);

  /** As a report shows it. */
  told(logs: boolean): object {
    const omitted = {
      interactions: this.interactions.omitted,
      progress: this.#progress.omitted,
      logs: this.#logs.omitted,
    };
    return {
      interactions: this.interactions.entries,
      progress: this.#progress.entries,
      ...(logs && { logs: this.#logs.entries }),
      ...(Object.values(omitted).some((count) => count > 0) && { omitted }),
    };
  }
}
