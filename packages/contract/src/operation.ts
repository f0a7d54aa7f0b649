import type { TSchema } from 'typebox';
import type { Access, Feature } from './access.ts';
import type { Brake } from './brakes.ts';
import type { Scope } from './areas/grants/scopes.ts';
import type { ServiceName } from './services.ts';

type Params<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | Params<Rest> : never;

/**
 * Values that a handler can read beside the path and the input. The gateway fills each from a header, a cookie, the
 * query or the connection; an absent one is the empty string.
 */
export type HeaderName =
  | 'acceptEncoding'
  | 'browserToken'
  | 'ci'
  | 'clientAddress'
  | 'declaredSuiteId'
  | 'deviceToken'
  | 'idempotencyKey'
  | 'ifNoneMatch'
  | 'lastEventId'
  | 'launcher'
  | 'preferredWait'
  | 'sessionToken'
  | 'signInToken'
  | 'userAgent'
  | 'visitorToken'
  | 'waitMs';

/** How agents may use an operation as a tool, beyond that they may. */
export interface ToolRules {
  /** The resource that a successful call creates, for the reply of an agent turn. */
  creates?: {
    /** The word of the API for such a resource. */
    type: string;
    /** The path at which it is read; its last parameter is the resource's id. */
    path: string;
    /** The list of the reply whose items are the created resources; the reply itself when absent. */
    list?: string;
  };
  /**
   * The call spends money, or ends something that cannot be resumed, so a person has to want it. An agent turn, in
   * which no person can be asked, proposes it with these words and does not make it; other agents ask their own user.
   */
  proposed?: {
    kind: 'start' | 'cancel' | 'generate' | 'schedule' | 'external';
    severity: 'spend' | 'external' | 'none';
    label: string;
    /** The kind of resource that the action is about, and the parameter with its id. */
    target: { type: string; parameter: string };
    /**
     * Only some calls have such an effect: the service refuses them to agents with PERSON_DECIDES, also to those over
     * `/mcp`, and an agent turn proposes them. The others are made.
     */
    whenRefused?: true;
  };
}

/** In place of a service: every service answers for itself, the one that the parameter `{service}` of the path names. */
export const EACH_SERVICE = 'each';
export type Answering = ServiceName | typeof EACH_SERVICE;

/** The longest body without a key, in bytes, where an operation does not set another limit. */
export const PUBLIC_BODY_BYTES = 64 * 1024;

/** The declaration of one REST endpoint: its path, its access, its service, its input and its reply. */
export interface OperationDeclaration<
  Path extends string = string,
  Header extends HeaderName = HeaderName,
  In extends TSchema = TSchema,
  Out extends TSchema = TSchema,
  Service extends Answering = Answering,
> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: Path;
  /** The values that the handler reads beside the path and the input. */
  headers?: readonly Header[];
  /** The headers of `headers` without which the handler refuses the request. */
  requiredHeaders?: readonly Header[];
  tag: string;
  summary: string;
  /** Rules that a schema cannot express, and choices that a caller would not guess. */
  description?: string;
  access: Access;
  /** The object that a caller with a smaller role in the project is told not to exist; without it the operation is forbidden. */
  hides?: string;
  /** Only for people who signed in: API keys are refused. */
  personal?: boolean;
  /** Writes are refused, and reads find nothing, unless the organization has this switched on. */
  gate?: Feature;
  /** The answer of a read whose feature is switched off, where it is not a list, which is empty then. Others are not found. */
  whenShut?: object;
  /** The scope that an application needs for it, where `scopeOf` would say another one. */
  scope?: Scope;
  /** The brake that limits how often an organization may make such requests. */
  brake?: Brake;
  /**
   * Changes no stored data, even if its method is not GET. Operations that are not safe are written into the audit log.
   * GET is always safe.
   */
  safe?: boolean;
  /** Has an effect outside of the platform that cannot be rolled back, so that a failure is never told as retryable. */
  hasEffect?: boolean;
  /** Served at the root, not under `/api/v1`: for people in front of a browser. */
  beside?: boolean;
  service: Service;
  input: In;
  /** Where the input is. The default is the query for GET and the body otherwise. */
  inputIn?: 'query';
  /** 302 and 303 redirect a browser. */
  status: 200 | 201 | 202 | 302 | 303;
  reply: Out;
  /**
   * The second reply of an operation that has two; a handler returns it with `otherwise`. With 409 it is a refusal that
   * changed nothing, whose body is a document with the `code` and `message` of an error in it.
   */
  otherwise?: { status: 200 | 201 | 202 | 409; reply: TSchema };
  /** How long the gateway waits for the answer, in milliseconds. */
  timeoutMs?: number;
  /** The body may be absent, which reads as `{}`. */
  bodyOptional?: boolean;
  /** Headers of its successful answers beside the headers of every answer, each with what it says. */
  replyHeaders?: Record<string, string>;
  /** The media type of a reply that is not JSON; `reply` then only describes it. */
  produces?: string;
  /** Media types that the reply can have beside that. */
  alsoProduces?: readonly string[];
  /** The media type of a body that is not JSON and is handed on unchanged. */
  consumes?: string;
  /**
   * The longest body, in bytes. The default is the installation's limit, and `PUBLIC_BODY_BYTES` where no key is
   * needed.
   */
  maxBodyBytes?: number;
  /** Answers with server-sent events: one per item of the reply, which is requested again until it says `done`. */
  stream?: boolean;
  /** Calls a foreign machine that may not answer: SERVER_UNREACHABLE. Implied for writes outside of the catalog. */
  reachesOut?: boolean;
  /** Further statuses of errors that do not follow from the other fields. */
  also?: number[];
  /** Clients poll it while they wait: such requests have a budget of their own; without a key, that of reads. */
  polled?: boolean;
  /**
   * Agents may use it as a tool, over `/mcp` and in agent turns. Only operations that read, that add something which can
   * be deleted again, or whose effect is `proposed`; never one that deletes, manages access or shows a secret.
   */
  tool?: true | ToolRules;
  /**
   * `default` in place of a project's id means the oldest project of the caller's organization; 404 where the caller
   * cannot see it.
   */
  defaultProject?: boolean;
}

/** A request of an operation: the parameters of its path, the headers that it reads, and its input. */
export type RequestOf<Path extends string, Header extends HeaderName> = {
  [Name in Params<Path> | Header]: string;
} & { input: Uint8Array };

/** The target of a request beside its input: every parameter of the path, and the given headers. */
export type TargetOf<Req> = Omit<Req, HeaderName | 'input'> & Partial<Pick<Req, Extract<keyof Req, HeaderName>>>;

/** A declared endpoint with its id. */
export interface Operation<
  // An operation with any request must be assignable to the plain type; `unknown` would forbid that.
  // oxlint-disable-next-line typescript/no-explicit-any
  Req = any,
  In extends TSchema = TSchema,
  Out extends TSchema = TSchema,
> extends OperationDeclaration<string, HeaderName, In, Out> {
  /** The name of the operation in clients, in the audit log and of its handler. */
  id: string;
  area: string;
  /** Only a type: the type of its requests in the mesh. No operation has such a value. */
  request?: Req;
}

/** The part of a request that holds the operation's input. */
export const placeOfInput = ({ method, inputIn }: Pick<Operation, 'method' | 'inputIn'>): 'query' | 'body' =>
  inputIn ?? (method === 'GET' ? 'query' : 'body');

/** The names of the parameters in a path. */
export const paramsOf = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);

/** Declares an operation. Its id is the name under which its area exports it. */
export const operation = <
  const Path extends string,
  In extends TSchema,
  Out extends TSchema,
  Service extends Answering,
  Header extends HeaderName = never,
>(
  declaration: OperationDeclaration<Path, Header, In, Out, Service>,
): OperationDeclaration<Path, Header, In, Out, Service> => declaration;
