import type { AssayClient } from './gen/client.ts';
import type { OperationEntry } from './operation-entry.ts';
import type { ClientOptions } from './options.ts';
/** Creates a client with a method for every operation of the API. */
export declare const createClient: (options: ClientOptions) => AssayClient;
/** Creates a client for some operations of `gen/operations.ts`, so that a small page loads no other. */
export declare function createClientOf<Id extends keyof AssayClient>(
  entries: Readonly<Record<Id, OperationEntry>>,
  options: ClientOptions,
): Pick<AssayClient, Id>;
