import type { AssayClient } from '@assay/sdk';
import * as operations from '@assay/sdk/gen/operations';
import { parametersOf, type OperationEntry } from '@assay/sdk/operation-entry';

/** The arguments of a call by their roles. */
export interface CallParts {
  params: Readonly<Record<string, string>>;
  input?: unknown;
  options?: Readonly<Record<string, unknown>>;
}

/** The entry of an operation in the client; undefined for an unknown id. */
export const entryOf = (id: string): OperationEntry | undefined =>
  Object.hasOwn(operations, id) ? (operations as Record<string, OperationEntry>)[id] : undefined;

type Method = ((...args: unknown[]) => Promise<unknown>) & {
  all?: (...args: unknown[]) => AsyncGenerator<unknown, void>;
};

/** Calls an operation by its id. */
export const invoke = (assay: AssayClient, id: keyof AssayClient, parts: CallParts): Promise<unknown> =>
  methodOf(assay, id)(...argumentsOf(id, parts));

/** The items of a list by its id: page after page, or the items of its only reply. */
export async function* itemsOf(
  assay: AssayClient,
  id: keyof AssayClient,
  parts: CallParts,
): AsyncGenerator<unknown, void> {
  const method = methodOf(assay, id);
  if (method.all) yield* method.all(...argumentsOf(id, parts));
  else yield* ((await method(...argumentsOf(id, parts))) as { items: unknown[] }).items;
}

/** The events of a stream by its id. */
export const followById = (
  assay: AssayClient,
  id: keyof AssayClient,
  parts: CallParts,
): AsyncGenerator<unknown, void> =>
  (assay[id] as unknown as (...args: unknown[]) => AsyncGenerator<unknown, void>)(...argumentsOf(id, parts));

const methodOf = (assay: AssayClient, id: keyof AssayClient): Method => assay[id] as unknown as Method;

function argumentsOf(id: string, { params, input, options }: CallParts): unknown[] {
  const { path, input: place } = entryOf(id)!;
  return [
    ...(parametersOf(path).length > 0 ? [params] : []),
    ...(place === undefined ? [] : [input]),
    ...(options === undefined ? [] : [options]),
  ];
}
