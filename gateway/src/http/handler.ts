import type { Request, RequestHandler, Response } from 'express';
import type { Caller } from '@assay/kit/security/caller';
import type { RequestCredential } from '../access/request-credential.ts';
import type { OpenedUpload } from '../access/request-credential.ts';

/** What the middlewares of one request tell each other. */
export interface Locals {
  requestId: string;
  /** Of which era of access what is known of the caller is at least; set by authenticate. */
  era: number | undefined;
  /** Set by authenticate. */
  credential: RequestCredential;
  /** Set by authenticate where a token in the URL takes the place of a credential. */
  upload?: OpenedUpload;
  /** Set by authorize. */
  caller: Caller;
  /** Set when a service is asked: from then on it may have done what the request says. */
  sent?: boolean;
  /** Set once the answer is known to be one that was given before. */
  replayed?: boolean;
}

type Params = Record<string, string>;
export type ApiRequest = Request<Params, unknown, unknown, unknown, Locals>;
export type ApiResponse = Response<unknown, Locals>;
export type Handler = RequestHandler<Params, unknown, unknown, unknown, Locals>;
