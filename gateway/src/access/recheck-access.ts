import type { ApiRequest, ApiResponse, ApiHandler } from '../http/handler.ts';

/** Runs the access guards of a request again; throws when one now refuses it. */
export async function repeatGuards(accessGuards: ApiHandler[], req: ApiRequest, res: ApiResponse): Promise<void> {
  for (const guard of accessGuards) await guard(req, res, () => undefined);
}

/** Makes the handler that runs `accessGuards` again after the body was read, unless access has not changed since. */
export const recheckAccess =
  (accessGuards: ApiHandler[], accessVersion: () => number | undefined): ApiHandler =>
  async (req, res, next) => {
    const current = accessVersion();
    if (current === undefined || current !== res.locals.accessVersion) await repeatGuards(accessGuards, req, res);
    next();
  };
