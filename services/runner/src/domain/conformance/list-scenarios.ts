import { isObject } from '@assay/contract/json';
import { declaredLists, declares, lacksCapability, lacksLists, PRIMITIVE_LISTS } from './declared-lists.ts';
import {
  breaksMust,
  breaksShould,
  isNotApplicable,
  resultOf,
  shownReply,
  STATELESS_REVISION,
  wantsError,
  type ProtocolScenario,
  type ScenarioReply,
} from './protocol-scenario.ts';
import { rpcRequest } from './scenario-requests.ts';

const NO_SUCH_CURSOR = 'assay-no-such-cursor';

/** The lists of a server: capabilities, pages and caching. */
export const LIST_SCENARIOS: ProtocolScenario[] = [
  {
    id: 'assay/capabilities-served',
    title: 'The lists of declared capabilities are served, and their items have names.',
    section: 'server/index',
    lacks: lacksLists,
    *play(facts) {
      for (const { method, key, identity } of declaredLists(facts)) {
        const reply = yield rpcRequest(facts, method);
        const items = resultOf(reply)?.[key];
        if (!Array.isArray(items))
          return breaksMust(`${method} is declared, and was answered with ${shownReply(reply)}.`);
        const nameless = items.findIndex((item) => !isObject(item) || typeof item[identity] !== 'string');
        if (nameless !== -1) return breaksMust(`Item ${nameless} of ${method} has no ${identity}.`);
      }
      return undefined;
    },
  },
  {
    id: 'assay/capabilities-declared',
    title: 'Lists with items belong to declared capabilities.',
    section: 'server/index',
    lacks: (facts) =>
      declaredLists(facts).length === PRIMITIVE_LISTS.length
        ? 'The server declares tools, prompts and resources.'
        : undefined,
    *play(facts) {
      for (const { capability, method, key } of PRIMITIVE_LISTS) {
        if (declares(facts, capability)) continue;
        const items = resultOf(yield rpcRequest(facts, method))?.[key];
        if (Array.isArray(items) && items.length > 0)
          return breaksMust(`${method} has ${items.length} items, and the server does not declare ${capability}.`);
      }
      return undefined;
    },
  },
  {
    id: 'assay/invalid-cursor',
    title: 'A cursor that the server did not give is refused with -32602.',
    section: 'server/utilities/pagination#error-handling',
    lacks: lacksLists,
    *play(facts) {
      for (const { method } of declaredLists(facts)) {
        const { nextCursor } = resultOf(yield rpcRequest(facts, method)) ?? {};
        if (typeof nextCursor !== 'string') continue;
        const reply = yield rpcRequest(facts, method, { cursor: NO_SUCH_CURSOR });
        return wantsError(reply, [-32_602], breaksShould, `An unknown cursor of ${method}`);
      }
      return isNotApplicable('No list of the server has a second page.');
    },
  },
  {
    id: 'assay/pages-continue',
    title: 'A cursor that the server gave leads to another page.',
    section: 'server/utilities/pagination#pagination-model',
    lacks: lacksLists,
    *play(facts) {
      for (const { method, key } of declaredLists(facts)) {
        const first = resultOf(yield rpcRequest(facts, method)) ?? {};
        if (typeof first['nextCursor'] !== 'string') continue;
        const reply = yield rpcRequest(facts, method, { cursor: first['nextCursor'] });
        const items = resultOf(reply)?.[key];
        if (!Array.isArray(items))
          return breaksMust(`The second page of ${method} was answered with ${shownReply(reply)}.`);
        return items.length > 0 && JSON.stringify(items) === JSON.stringify(first[key])
          ? breaksMust(`The second page of ${method} is the first one again.`)
          : undefined;
      }
      return isNotApplicable('No list of the server has a second page.');
    },
  },
  {
    id: 'assay/list-order',
    title: 'A list that has not changed has the same order again.',
    since: STATELESS_REVISION,
    section: 'server/tools#capabilities',
    lacks: lacksCapability('tools'),
    *play(facts) {
      const namesIn = (reply: ScenarioReply) => {
        const tools = resultOf(reply)?.['tools'];
        return JSON.stringify(Array.isArray(tools) ? tools.map((tool) => isObject(tool) && tool['name']) : []);
      };
      const [first, second] = [yield rpcRequest(facts, 'tools/list'), yield rpcRequest(facts, 'tools/list')];
      return namesIn(first) === namesIn(second)
        ? undefined
        : breaksShould('tools/list was answered in two orders, one after the other.');
    },
  },
  {
    id: 'assay/caching-hints',
    title: 'Lists say how long and for whom they may be cached.',
    since: STATELESS_REVISION,
    section: 'server/utilities/caching#cacheable-model',
    lacks: lacksLists,
    *play(facts) {
      for (const { method } of declaredLists(facts)) {
        const { ttlMs, cacheScope } = resultOf(yield rpcRequest(facts, method)) ?? {};
        if (typeof ttlMs !== 'number' || ttlMs < 0)
          return breaksMust(`The result of ${method} has no ttlMs of 0 or more.`);
        if (cacheScope !== 'public' && cacheScope !== 'private')
          return breaksMust(`The result of ${method} has no cacheScope "public" or "private".`);
      }
      return undefined;
    },
  },
];
