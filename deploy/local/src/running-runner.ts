/** `ended` rejects when it ended by itself. */
export interface RunningRunner {
  ended: Promise<never>;
  stop(): Promise<void>;
}
