import { brokenConnections } from './broken-connections.ts';
import { brokenHttp } from './broken-http.ts';
import { brokenLists } from './broken-lists.ts';
import { brokenProtocol } from './broken-protocol.ts';
import type { BrokenServer } from './broken-server.ts';

/**
 * Servers with one fault each, and the cause that a client should diagnose. `answer_too_large` needs an egress limit
 * of one megabyte; the certificates need an egress that trusts `TEST_CA`.
 */
export const BROKEN_SERVERS: BrokenServer[] = [...brokenConnections, ...brokenHttp, ...brokenProtocol, ...brokenLists];
