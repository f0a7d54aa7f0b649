import type { ApiRequest, ApiResponse, Handler } from '../http/handler.ts';

/** Runs the access guards of a request again; throws when one now refuses it. */
export async function hold(accessGuards: Handler[], req: ApiRequest, res: ApiResponse): Promise<void> {
  for (const guard of accessGuards) await guard(req, res, () => undefined);
}

/** Makes the handler that runs `accessGuards` again after the body was read, unless access has not changed since. */
export const stillAllowed =
  (accessGuards: Handler[], era: () => number | undefined): Handler =>
  async (req, res, next) => {
    const current = era();
    if (current === undefined || current !== res.locals.era) await hold(accessGuards, req, res);
    next();
  };
