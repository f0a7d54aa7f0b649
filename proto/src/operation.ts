import type { MethodDefinition } from '@grpc/grpc-js';
import type { TSchema } from 'typebox';
import type { Access, Feature } from './access.ts';
import type { Brake } from './brakes.ts';
import type { Document } from './gen/assay/v1/document.ts';
import type { ServiceName } from './services.ts';

type Params<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | Params<Rest> : never;

/**
 * What a handler can read beside the path and the input. The gateway fills each from a header, a cookie, the query or the
 * connection; an absent one is the empty string.
 */
export type HeaderName =
  | 'browserToken'
  | 'ci'
  | 'clientAddress'
  | 'declaredSuiteId'
  | 'idempotencyKey'
  | 'lastEventId'
  | 'launcher'
  | 'sessionToken'
  | 'signInToken'
  | 'userAgent'
  | 'waitMs';

/** How much anybody may send without a key, in bytes, where an operation does not say otherwise. */
export const PUBLIC_BODY_BYTES = 64 * 1024;

/** What is declared of one REST endpoint: where it is, who may call it, which service answers, what goes in and comes out. */
export interface Declaration<
  Path extends string = string,
  Header extends HeaderName = HeaderName,
  In extends TSchema = TSchema,
  Out extends TSchema = TSchema,
  Service extends ServiceName = ServiceName,
> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: Path;
  /** What the handler reads beside the path and the input. */
  headers?: readonly Header[];
  tag: string;
  summary: string;
  /** Rules that a schema cannot say, and choices a caller would not guess. */
  description?: string;
  access: Access;
  /** Only for people who signed in: API keys are refused. */
  personal?: boolean;
  /** Writes are refused, and reads find nothing, unless the organization has this switched on. */
  gate?: Feature;
  /** What such requests have in common that an organization may only do so often in a minute and a day. */
  brake?: Brake;
  /** Changes nothing that is kept, whatever its method; what is not safe is written into the audit log. GET always is. */
  safe?: boolean;
  /** Stands beside `/api/v1`, at the root: for people in front of a browser. */
  beside?: boolean;
  service: Service;
  input: In;
  /** Where the input is: the query of a GET and the body of anything else, unless this says otherwise. */
  inputIn?: 'query';
  /** 302 and 303 lead a browser on. */
  status: 200 | 201 | 202 | 302 | 303;
  reply: Out;
  /** The other answer of an operation that has two; a handler gives it with `otherwise`. */
  otherwise?: { status: 200 | 201 | 202; reply: TSchema };
  /** How long the gateway waits for the answer, in milliseconds. */
  timeoutMs?: number;
  /** The body may be absent, which reads as `{}`. */
  bodyOptional?: boolean;
  /** The media type of an answer that is no JSON; `reply` says nothing about it then but what it is. */
  produces?: string;
  /** The media type of a body that is no JSON and is handed on as it is. */
  consumes?: string;
  /** The longest body, in bytes; what the installation takes when absent, and `PUBLIC_BODY_BYTES` where no key is needed. */
  maxBodyBytes?: number;
  /** Answers with server-sent events: one per item of the reply, which is asked for again until it says `done`. */
  stream?: boolean;
  /** Asks a machine of somebody else, which may not answer: SERVER_UNREACHABLE. What writes is taken to, outside of the catalog. */
  reachesOut?: boolean;
  /** Statuses of errors that it answers and nothing else of it tells. */
  also?: number[];
  /** Asked again and again by whoever waits: such requests have a budget of their own. */
  polled?: boolean;
  /** `default` in place of a project's id means the oldest project of the caller's organization; 404 where that is not theirs to see. */
  defaultProject?: boolean;
}

/** A request of an operation: the parameters of its path, the headers that it reads, and its input. */
export type RequestOf<Path extends string, Header extends HeaderName> = {
  [Name in Params<Path> | Header]: string;
} & { input: Uint8Array };

/** What a caller says of a request beside its input: every parameter of the path, and the headers that it has. */
export type TargetOf<Req> = Omit<Req, HeaderName | 'input'> & Partial<Pick<Req, Extract<keyof Req, HeaderName>>>;

/** A declared endpoint and what follows from its name: its id and its gRPC method. */
// An operation of whatever request must be assignable to the plain type; `unknown` would forbid that.
// oxlint-disable-next-line typescript/no-explicit-any
export interface Operation<Req = any, In extends TSchema = TSchema, Out extends TSchema = TSchema> extends Declaration<
  string,
  HeaderName,
  In,
  Out
> {
  /** What clients, the audit log and its handler call it. */
  id: string;
  area: string;
  rpc: MethodDefinition<Req, Document>;
}

/** Where a request has the operation's input. */
export const placeOfInput = ({ method, inputIn }: Pick<Operation, 'method' | 'inputIn'>): 'query' | 'body' =>
  inputIn ?? (method === 'GET' ? 'query' : 'body');

/** The names of the parameters in a path. */
export const paramsOf = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);

/** Declares an operation. Its id is the name under which its area exports it. */
export const operation = <
  const Path extends string,
  In extends TSchema,
  Out extends TSchema,
  Service extends ServiceName,
  Header extends HeaderName = never,
>(
  declaration: Declaration<Path, Header, In, Out, Service>,
): Declaration<Path, Header, In, Out, Service> => declaration;
