import { Router, type IRoute, type IRouter } from 'express';

/**
 * A router for each area of the API, such as `/projects/{projectId}/servers`. Express tries the routes of a router one
 * after the other, and the API has hundreds: a request tries only the routes of its area.
 */
export class AreaRouters {
  readonly #routers = new Map<string, Router>();

  /** Answers requests in `parent` from now on. */
  constructor(parent: IRouter) {
    parent.use((req, res, next) => {
      const router = this.#routers.get(areaOf(req.path));
      if (router) router(req, res, next);
      else next();
    });
  }

  /** The route of a path of the contract, whose parameters are written `{name}`. */
  route(path: string): IRoute {
    const area = areaOf(path);
    let router = this.#routers.get(area);
    if (!router) this.#routers.set(area, (router = Router()));
    return router.route(path.replace(/\{(\w+)\}/g, ':$1'));
  }
}

/** The first segment of a path, or the third below a project. Like Express, it tells no cases apart. */
function areaOf(path: string): string {
  const [, first = '', , third = ''] = path.toLowerCase().split('/', 4);
  return first === 'projects' ? `projects/${third}` : first;
}
