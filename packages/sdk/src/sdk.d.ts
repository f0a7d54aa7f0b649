/** The public TypeScript client of Assay. */
export { createClient } from './client.ts';
export { ConnectionFailure, type ConnectionFailureKind } from './connection-failure.ts';
export { InvalidCall } from './invalid-call.ts';
export { Problem } from './problem.ts';
export { reasons, type ProblemCode } from '@assay/contract/problem';
export type { Answer, Redirect } from './answer.ts';
export type { CookieCredential, Credential } from './credential.ts';
export type * from './gen/documents.ts';
export type { AssayClient } from './gen/client.ts';
export type { Bytes, Call, Follow, FormFields, PagedCall } from './methods.ts';
export type { ClientOptions, Fetch, LogEntry, OperationOptions, OptionsWith, RequestOptions } from './options.ts';
