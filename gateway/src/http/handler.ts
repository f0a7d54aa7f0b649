import type { Request, RequestHandler, Response } from 'express';
import type { Caller } from '@assay/kit/security/caller';
import type { RequestCredential } from '../access/request-credential.ts';
import type { OpenedUpload } from '../access/request-credential.ts';

/** The data that the middlewares of a request share. */
export interface RequestLocals {
  requestId: string;
  /** The access version at the time of authentication; set by authenticate. */
  accessVersion: number | undefined;
  /** Set by authenticate. */
  credential: RequestCredential;
  /** Set by authenticate when a token in the URL replaces a credential. */
  upload?: OpenedUpload;
  /** Set by authorize. */
  caller: Caller;
  /** Set when the caller chose a vocabulary that the answer depends on: puts a JSON document into its words. */
  respell?: (json: Buffer) => Buffer;
  /** Set before a service is called: from then on the request may have had its effect. */
  sent?: boolean;
  /** The `WWW-Authenticate` header of a refused credential, where it is not the usual one. */
  challenge?: string;
  /** Set when the reply is a replay. */
  replayed?: boolean;
}

type Params = Record<string, string>;
export type ApiRequest = Request<Params, unknown, unknown, unknown, RequestLocals>;
export type ApiResponse = Response<unknown, RequestLocals>;
export type ApiHandler = RequestHandler<Params, unknown, unknown, unknown, RequestLocals>;
