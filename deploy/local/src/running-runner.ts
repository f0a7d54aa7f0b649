/** `ended` rejects when the runner ends by itself. */
export interface RunningRunner {
  ended: Promise<never>;
  stop(): Promise<void>;
}
