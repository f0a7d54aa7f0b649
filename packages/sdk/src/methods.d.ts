import type { Answer } from './answer.ts';
/** Calls an operation. */
export interface Call<Args extends unknown[], Reply> {
  /** Throws a `Problem` for a refusal, and a `ConnectionFailure` when no answer arrives. */
  (...args: Args): Promise<Reply>;
  /** The same call, with the status and the headers of its answer. */
  withResponse(...args: Args): Promise<Answer<Reply>>;
}
/** Calls an operation that answers pages. */
export interface PagedCall<Args extends unknown[], Reply, Item> extends Call<Args, Reply> {
  /** The items of all pages; each page is asked for when it is needed. */
  all(...args: Args): AsyncGenerator<Item, void>;
}
/** Follows a stream: connects again when it is cut, goes on after the last event, and ends with the stream. */
export type Follow<Args extends unknown[], Event> = (...args: Args) => AsyncGenerator<Event, void>;
/** The bytes of an upload. */
export type Bytes = Uint8Array | ArrayBuffer | Blob;
/** The fields of an HTML form. */
export type FormFields = Readonly<Record<string, string>>;
