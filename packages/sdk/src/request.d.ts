import type { OptionsWith } from './options.ts';
import { type Operation, type OptionName } from './operation-entry.ts';
/** The arguments of a call by their roles. */
export interface CallArguments {
  params: Readonly<Record<string, unknown>>;
  input: unknown;
  options: OptionsWith<OptionName>;
}
/** A request as every attempt sends it. */
export interface PreparedRequest {
  url: string;
  headers: Record<string, string>;
  body: RequestInit['body'];
  /** Whether the platform recognizes a repetition by its idempotency key. */
  hasKey: boolean;
}
/** Names the arguments of a call: path parameters, input, options; an operation has only the ones it needs. */
export declare function nameArguments({ path, input, id }: Operation, args: readonly unknown[]): CallArguments;
/** Makes the request of a call: its URL, its headers and its body. */
export declare function prepareRequest(base: string, operation: Operation, call: CallArguments): PreparedRequest;
/** A new idempotency key. Random also where a page is not served over https, which has no `randomUUID`. */
export declare const newIdempotencyKey: () => string;
