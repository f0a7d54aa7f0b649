import { lazyRouteComponent } from '@tanstack/react-router';

/**
 * The screen of a route, loaded when it is shown. A part that is gone since an upgrade is an error of the page, which
 * asks for a reload: the router would reload by itself, and what was typed outside of a kept edit would be lost.
 */
export const lazyScreen: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(
    () =>
      load().catch((error: unknown) => {
        // The router knows such an error by the beginning of its message.
        throw new Error(`A part is missing: ${error instanceof Error ? error.message : String(error)}`, {
          cause: error,
        });
      }),
    name,
  );
