declare module 'kafkajs/src/network/requestQueue/index.js' {
  export default class RequestQueue {
    pending: unknown[];
    scheduleCheckPendingRequests(): void;
  }
}

declare module 'kafkajs/src/broker/index.js' {
  export interface FetchOptions {
    maxWaitTime?: number;
    maxBytes?: number;
    topics: { topic: string }[];
  }
  export default class Broker {
    metadata(topics?: string[]): Promise<unknown>;
    fetch(options: FetchOptions): Promise<unknown>;
  }
}

declare module 'kafkajs/src/cluster/brokerPool.js' {
  export default class BrokerPool {
    withBroker(callback: (one: object) => Promise<unknown>): Promise<unknown>;
  }
}
