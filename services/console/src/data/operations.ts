import { infiniteQueryOptions, queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { AssayClient, Call, PagedCall, RequestOptions } from '@assay/sdk';
import * as entries from '@assay/sdk/gen/operations';
import { parametersOf, type OperationEntry } from '@assay/sdk/operation-entry';
import { client } from './client.ts';

/** An operation that answers once; streams are followed by `useLive`. */
export type OperationId = {
  [Id in keyof AssayClient]: AssayClient[Id] extends Call<infer _Args, infer _Reply> ? Id : never;
}[keyof AssayClient];
/** An operation that answers pages. */
export type PagedId = {
  [Id in keyof AssayClient]: AssayClient[Id] extends PagedCall<infer _Args, infer _Reply, infer _Item> ? Id : never;
}[keyof AssayClient];

type ArgumentsOf<Id extends OperationId> = AssayClient[Id] extends Call<infer Args, infer _Reply> ? Args : never;
/** The reply of an operation. */
export type ReplyOf<Id extends OperationId> = AssayClient[Id] extends Call<infer _Args, infer Reply> ? Reply : never;
/** The items of an operation's pages. */
export type ItemOf<Id extends PagedId> =
  AssayClient[Id] extends PagedCall<infer _Args, infer _Reply, infer Item> ? Item : never;

const table = entries as Readonly<Record<string, OperationEntry>>;

/** Where an operation is found, from the contract. */
export const entryOf = (id: string): OperationEntry => table[id]!;

function callOf(id: string, args: readonly unknown[], options: RequestOptions): Promise<unknown> {
  const { path, input } = entryOf(id);
  const own = (parametersOf(path).length > 0 ? 1 : 0) + (input === undefined ? 0 : 1);
  const given = Array.from({ length: own }, (_, index) => args[index]);
  const method = client[id as OperationId] as (...all: unknown[]) => Promise<unknown>;
  return method(...given, { ...(args[own] as RequestOptions | undefined), ...options });
}

/** A read of an operation as a query; its key is the operation's id and its arguments. */
export const operationQuery = <Id extends OperationId>(id: Id, ...args: ArgumentsOf<Id>) =>
  queryOptions({
    queryKey: [id, ...args] as const,
    queryFn: ({ signal }) => callOf(id, args, { signal }) as Promise<ReplyOf<Id>>,
  });

/** Reads an operation and keeps what it answered. */
export const useOperation = <Id extends OperationId>(id: Id, ...args: ArgumentsOf<Id>) =>
  useQuery(operationQuery(id, ...args));

/** The pages of an operation as a query. `query` are its search parameters without the cursor. */
export function pagesQuery<Id extends PagedId>(id: Id, params: ArgumentsOf<Id>[0], query: object = {}) {
  const args = (cursor: string | undefined) => {
    const input = { ...query, ...(cursor !== undefined && { cursor }) };
    return parametersOf(entryOf(id).path).length > 0 ? [params, input] : [input];
  };
  return infiniteQueryOptions({
    queryKey: [id, 'pages', params, query] as const,
    queryFn: ({ pageParam, signal }) => callOf(id, args(pageParam), { signal }) as Promise<ReplyOf<Id>>,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page as { nextCursor?: string }).nextCursor,
  });
}

/**
 * Reads the pages of an operation one after the other: `items` are the items of the pages so far. Nothing is read while
 * it is not `isOn`. With `keepsRows` the old items stay while another filter of the same list loads.
 */
export function usePages<Id extends PagedId>(
  id: Id,
  params: ArgumentsOf<Id>[0],
  query: object = {},
  { isOn = true, keepsRows = false } = {},
) {
  const place = JSON.stringify(params);
  const pages = useInfiniteQuery({
    ...pagesQuery(id, params, query),
    enabled: isOn,
    placeholderData: (before, asked) =>
      keepsRows && JSON.stringify(asked?.queryKey[2]) === place ? before : undefined,
  });
  const list = entryOf(id).list!;
  const items = pages.data?.pages.flatMap((page) => (page as Record<string, unknown>)[list] as ItemOf<Id>[]);
  return { ...pages, items, first: pages.data?.pages[0] };
}
