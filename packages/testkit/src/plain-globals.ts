import vm from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';

/**
 * Node's environment of Jest, with globals that V8 finds by itself. Jest puts a proxy before them, through which each look at
 * `JSON` or `Math` takes a microsecond, and the tests as a whole 1.6 times as long.
 */
export default class PlainGlobals extends TestEnvironment {
  constructor(...of: ConstructorParameters<typeof TestEnvironment>) {
    const { createContext } = vm;
    // Only for as long as the environment is made.
    vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY);
    try {
      super(...of);
    } finally {
      vm.createContext = createContext;
    }
  }
}
