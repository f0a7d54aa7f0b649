import { brokenConnections } from './broken-connections.ts';
import { brokenHttp } from './broken-http.ts';
import { brokenLists } from './broken-lists.ts';
import { brokenProtocol } from './broken-protocol.ts';
import type { BrokenServer } from './broken-server.ts';

/**
 * Servers that are broken in one way each, and what a client should find. `answer_too_large` wants an egress that takes no
 * more than a megabyte, the certificates one that trusts `TEST_CA`.
 */
export const BROKEN_SERVERS: BrokenServer[] = [...brokenConnections, ...brokenHttp, ...brokenProtocol, ...brokenLists];
