import { createRequire, flushCompileCache, registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';

/** The key of jest-circus's event handlers on `globalThis`. */
const CIRCUS_HANDLERS = Symbol.for('EVENT_HANDLERS');
/** The modules of the tests: test files, and everything in a folder `test` of this repository. */
const TEST_MODULE = /^(?!.*\/node_modules\/)file:.*(\/test\/[^?]*|\.test)\.ts$/;
/** How many test files this process ran before the current one. */
let run = -1;

// Node caches a module under its URL: a query of their own gives each test file its own instances of the test modules.
registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context);
    return run > 0 && TEST_MODULE.test(resolved.url) ? { ...resolved, url: `${resolved.url}?run=${run}` } : resolved;
  },
});

/**
 * Jest's runtime, which loads a test file: Node imports it and strips its types, so a worker evaluates a module of the product
 * once and not once per test file. Test modules are evaluated per test file. Module mocks do not exist here.
 */
export default class ProcessRuntime {
  readonly #require = createRequire(import.meta.url);

  /** Loads jest-circus anew for every test file, because its state belongs to one test file. */
  requireInternalModule(path: string): unknown {
    delete this.#require.cache[path];
    Reflect.deleteProperty(globalThis, CIRCUS_HANDLERS);
    return this.#require(path);
  }

  requireModule(path: string): unknown {
    return this.#require(path);
  }

  unstable_shouldLoadAsEsm(): boolean {
    return true;
  }

  async unstable_importModule(path: string): Promise<void> {
    run++;
    await import(pathToFileURL(path).href);
  }

  /** Empty, because type stripping keeps lines and columns. */
  getSourceMaps(): Map<string, string> {
    return new Map();
  }

  getAllCoverageInfoCopy(): undefined {
    return undefined;
  }

  setGlobalsForRuntime(): void {}
  enterTestCode(): void {}
  leaveTestCode(): void {}

  /** Leaves compiled code to other workers and to the programs of tests, which would find it only when this process ends. */
  teardown(): void {
    flushCompileCache();
  }
}
