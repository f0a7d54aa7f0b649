import type { Operation } from '@assay/contract/operation';
import type { Body } from './body.ts';

/** Makes the body that the successor takes out of one in former words; `current` reads the resource as it is now. */
type ToRequest = (body: Body, current: () => Promise<Body>) => Body | Promise<Body>;

/** A former place of an operation, which goes on answering in its former words. */
export interface Alias {
  method: Operation['method'];
  path: string;
  operationId: string;
  /** The operationId of what took its place. */
  successor: string;
  /** What goes by another name now: parameters of the path, and fields of bodies. */
  renamed: Record<string, string>;
  /** Answers name the successor in a Link header. */
  isLinked?: boolean;
  /** The resource is found by its id alone; its successor knows names, too. */
  isIdOnly?: boolean;
  toRequest?: ToRequest;
  /** The operationId of the read that `current` stands for. */
  reads?: string;
  toReply?: (reply: Body) => Body;
}

/** An alias whose successor there is, and all that it takes. */
export type LiveAlias = Omit<Alias, 'reads'> & { operation: Operation; reads: Operation | undefined };

/** Those aliases whose successor is one of the operations, and so is what they read. */
export const liveAliases = (aliases: Alias[], operations: Record<string, Operation>): LiveAlias[] =>
  aliases.flatMap(({ reads, ...alias }) => {
    const operation = operations[alias.successor];
    const read = operations[reads ?? ''];
    return operation && (reads === undefined || read) ? [{ ...alias, operation, reads: read }] : [];
  });

/** The path with its parameters under their names of today, each written as `shape` has it. */
export const pathOf = ({ path, renamed }: Pick<Alias, 'path' | 'renamed'>, shape: (name: string) => string): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => shape(renamed[name] ?? name));
