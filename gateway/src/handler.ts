import type { Request, RequestHandler } from 'express';
import type { Caller } from '@assay/kit/caller';
import type { Standing } from './authenticate.ts';

/** What the middlewares of one request tell each other. */
export interface Locals {
  requestId: string;
  /** Set by authenticate. */
  standing: Standing;
  /** Set by authorize. */
  caller: Caller;
}

type Params = Record<string, string>;
export type ApiRequest = Request<Params, unknown, unknown, unknown, Locals>;
export type Handler = RequestHandler<Params, unknown, unknown, unknown, Locals>;
