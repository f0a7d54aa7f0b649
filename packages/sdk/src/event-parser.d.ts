/** One event of a stream as it was sent. */
export interface SentEvent {
  id: string | undefined;
  type: string;
  data: string;
}
/** Parses server-sent events (the WHATWG HTML standard, section 9.2) from pieces of text. */
export declare class EventParser {
  #private;
  /** The events that are complete with this piece. */
  push(piece: string): SentEvent[];
}
