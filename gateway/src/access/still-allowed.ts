import type { ApiRequest, ApiResponse, Handler } from '../http/handler.ts';

/** Holds what a request passed before against it once more; throws what refuses it now. */
export async function hold(accessGuards: Handler[], req: ApiRequest, res: ApiResponse): Promise<void> {
  for (const guard of accessGuards) await guard(req, res, () => undefined);
}

/** Makes the handler that holds `accessGuards` once more, unless nothing has changed since it was held first: a body may take its time. */
export const stillAllowed =
  (accessGuards: Handler[], era: () => number | undefined): Handler =>
  async (req, res, next) => {
    const current = era();
    if (current === undefined || current !== res.locals.era) await hold(accessGuards, req, res);
    next();
  };
