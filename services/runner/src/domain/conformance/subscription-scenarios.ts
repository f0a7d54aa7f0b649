import { isObject } from '@assay/contract/json';
import { breaksMust, shownReply, STATELESS_REVISION, type ProtocolScenario } from './protocol-scenario.ts';
import { rpcRequest } from './scenario-requests.ts';

const ACKNOWLEDGED = 'notifications/subscriptions/acknowledged';
const LISTENING_ID = 'listening';

/** Notifications that a client asks for, since 2026-07-28. */
export const SUBSCRIPTION_SCENARIOS: ProtocolScenario[] = [
  {
    id: 'assay/subscription-acknowledged',
    title: 'subscriptions/listen is acknowledged first, with the id of its request.',
    since: STATELESS_REVISION,
    section: 'basic/patterns/subscriptions#acknowledgment',
    // The stream that it opens ends with its wire.
    isUninitialized: true,
    lacks: ({ surface }) =>
      Object.values(surface?.capabilities ?? {}).some(
        (each) => isObject(each) && (each['listChanged'] === true || each['subscribe'] === true),
      )
        ? undefined
        : 'The server declares no changes to listen to.',
    *play(facts) {
      const { awaits: _, ...listening } = rpcRequest(
        facts,
        'subscriptions/listen',
        { notifications: { toolsListChanged: true } },
        { id: LISTENING_ID },
      );
      const reply = yield listening;
      const [first] = reply.messages;
      if (first?.['method'] !== ACKNOWLEDGED)
        return breaksMust(
          `subscriptions/listen was answered with ${first && 'method' in first ? JSON.stringify(first['method']) : shownReply(reply)}.`,
        );
      const meta = isObject(first['params']) ? first['params']['_meta'] : undefined;
      return isObject(meta) && meta['io.modelcontextprotocol/subscriptionId'] === LISTENING_ID
        ? undefined
        : breaksMust('The acknowledgement does not name its request as io.modelcontextprotocol/subscriptionId.');
    },
  },
];
