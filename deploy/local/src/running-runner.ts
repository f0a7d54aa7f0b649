/** A runner beside the services. */
export interface RunningRunner {
  stop(): Promise<void>;
}
