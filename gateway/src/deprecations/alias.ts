import type { TSchema } from 'typebox';
import type { Operation } from '@assay/contract/operation';
import type { Operations } from '@assay/contract/operations';
import type { JsonBody } from '../http/json-body.ts';

/** Translates a body in former words into the successor's body; `current` reads the present resource. */
type ToRequest = (body: JsonBody, current: () => Promise<JsonBody>) => JsonBody | Promise<JsonBody>;

/** A former path of an operation, which still answers in its former words. */
export interface Alias {
  method: Operation['method'];
  path: string;
  operationId: string;
  /** The operationId of the successor. */
  successor: keyof Operations;
  /** Renamed path parameters and fields of replies, from the former to the present name. */
  renamed: Record<string, string>;
  /** Replies name the successor in a Link header. */
  isLinked?: boolean;
  /** The resource is found only by its id; the successor accepts names too. */
  isIdOnly?: boolean;
  toRequest?: ToRequest;
  /** The operationId of the read behind `current`. */
  reads?: keyof Operations;
  toReply?: (reply: JsonBody) => JsonBody;
  /** The schemas of the body before `toRequest` and of the answer after `toReply`. */
  printed?: { input?: TSchema; reply?: TSchema };
}

/** An alias of a mounted operation, with the operations that it uses. */
export type LiveAlias = Omit<Alias, 'reads'> & { operation: Operation; reads: Operation | undefined };

/** The aliases whose successor, and whose read, are among the mounted operations. */
export const liveAliases = (aliases: Alias[], operations: Record<string, Operation>): LiveAlias[] =>
  aliases.flatMap(({ reads, ...alias }) => {
    const operation = operations[alias.successor];
    const read = operations[reads ?? ''];
    return operation && (reads === undefined || read) ? [{ ...alias, operation, reads: read }] : [];
  });

/** The path with the present names of its parameters, each formatted by `shape`. */
export const pathOf = ({ path, renamed }: Pick<Alias, 'path' | 'renamed'>, shape: (name: string) => string): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => shape(renamed[name] ?? name));
