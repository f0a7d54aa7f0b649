import { call } from './call.ts';
import type { ClientContext } from './client-context.ts';
import { contextOf } from './create-context.ts';
import type { AssayClient } from './gen/client.ts';
import * as operations from './gen/operations.ts';
import type { Operation, OperationEntry } from './operation-entry.ts';
import type { ClientOptions } from './options.ts';
import { itemsOfPages } from './pages.ts';
import { nameArguments, type CallArguments } from './request.ts';
import { followStream } from './stream.ts';

/** Creates a client with a method for every operation of the API. */
export const createClient = (options: ClientOptions): AssayClient => createClientOf(operations, options);

/** Creates a client for some operations of `gen/operations.ts`, so that a small page loads no other. */
export function createClientOf<Id extends keyof AssayClient>(
  entries: Readonly<Record<Id, OperationEntry>>,
  options: ClientOptions,
): Pick<AssayClient, Id> {
  const context = contextOf(options);
  const methods = Object.entries<OperationEntry>(entries).map(([id, entry]) => [
    id,
    methodOf(context, { ...entry, id }),
  ]);
  return Object.freeze(Object.fromEntries(methods)) as Pick<AssayClient, Id>;
}

type Method = (...args: unknown[]) => unknown;

function methodOf(context: ClientContext, operation: Operation): Method {
  if (operation.isStream) return (...args) => followStream(context, operation, argumentsOf(context, operation, args));
  const withResponse = async (...args: unknown[]) => call(context, operation, argumentsOf(context, operation, args));
  const method = async (...args: unknown[]) => (await withResponse(...args)).data;
  const { list } = operation;
  return Object.assign(method, {
    withResponse,
    ...(list !== undefined && { all: (...args: unknown[]) => allOf(context, operation, list, args) }),
  });
}

/** The arguments of a call by their roles; the signal of the client ends the call, too. */
function argumentsOf({ signal }: ClientContext, operation: Operation, args: readonly unknown[]): CallArguments {
  const named = nameArguments(operation, args);
  if (!signal) return named;
  const { signal: own } = named.options;
  return { ...named, options: { ...named.options, signal: own ? AbortSignal.any([signal, own]) : signal } };
}

function allOf(context: ClientContext, operation: Operation, list: string, args: unknown[]) {
  const named = argumentsOf(context, operation, args);
  return itemsOfPages(list, async (cursor) => {
    const input = cursor === undefined ? named.input : { ...(named.input as object | undefined), cursor };
    return (await call(context, operation, { ...named, input })).data;
  });
}
