import nodeModule from 'node:module';

/** Before 22.10 Node.js has no cache of compiled code. */
export const {
  enableCompileCache = () => undefined,
  flushCompileCache = () => undefined,
  getCompileCacheDir = () => undefined,
} = nodeModule as Partial<typeof nodeModule>;
