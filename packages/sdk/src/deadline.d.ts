/** Ends an attempt when its time is over or its caller aborts it, and says which of the two it was. */
export declare class Deadline {
  #private;
  constructor(operationId: string, ms: number, caller: AbortSignal | undefined);
  get signal(): AbortSignal;
  /** Begins the time anew. */
  restart(): void;
  /** Stops the clock until `restart`: the caller's own time is not the platform's. */
  hold(): void;
  /** The result of work that may not know the signal; rejects when the deadline comes first. */
  race<Result>(work: Promise<Result>): Promise<Result>;
  /** The error that the caller is told in place of the one by which the attempt ended. */
  explain(error: unknown): unknown;
  /** Stops the clock, and ends a request that is still under way, whose connection would stay open. */
  end(): void;
}
