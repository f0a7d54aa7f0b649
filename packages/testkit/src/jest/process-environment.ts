/**
 * Jest's environment of a test file: the worker process itself, without a VM context. Changes to Node's globals and
 * to the environment variables are undone after each test file.
 */
export default class ProcessEnvironment {
  readonly global = globalThis;
  readonly fakeTimers = null;
  readonly fakeTimersModern = null;
  readonly moduleMocker = null;
  readonly #globals = Object.entries(Object.getOwnPropertyDescriptors(globalThis));
  readonly #env = { ...process.env };
  readonly #exit = Object.getOwnPropertyDescriptor(process, 'exit')!;

  /** Jest formats each stack, with a hundred frames and the source map of each. As in production, Node does. */
  setup(): void {
    Error.stackTraceLimit = 10;
    Reflect.deleteProperty(Error, 'prepareStackTrace');
  }

  teardown(): void {
    for (const [name, before] of this.#globals) {
      if (!before.configurable || !('value' in before)) continue;
      const now = Object.getOwnPropertyDescriptor(globalThis, name);
      if (now?.value !== before.value) Object.defineProperty(globalThis, name, before);
    }
    for (const name of Object.keys(process.env)) if (!(name in this.#env)) delete process.env[name];
    Object.assign(process.env, this.#env);
    Object.defineProperty(process, 'exit', this.#exit);
  }

  exportConditions(): string[] {
    return ['node', 'node-addons'];
  }

  getVmContext(): null {
    return null;
  }
}
