import { AnswerReader, ImpossibleStatusError } from './answer/answer-reader.ts';
import { checkedConnector } from './connector.ts';
import { ACCEPTED_ENCODINGS } from './answer/decoded-body.ts';
import { KeptConnections } from './kept-connections.ts';
import type { EgressPolicy } from './policy.ts';
import { REDIRECTS } from './redirects.ts';
import { blockedPortError, impossibleStatusProblem, problemIn } from './refusal.ts';
import type { ResolveHost } from './resolve.ts';
import type { EgressAnswer, EgressRequest } from './request.ts';
import type { EgressSettings } from './settings.ts';

/** Sends requests over checked connections, without following redirects. */
export interface HttpPool {
  send(url: URL, request: EgressRequest): Promise<EgressAnswer>;
}

/** Ports of other protocols, whose servers could take a request for commands (Fetch standard, "bad port"). */
const BLOCKED_PORTS = new Set(
  (
    '0 1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117 119 ' +
    '123 135 137 139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 989 ' +
    '990 993 995 1719 1720 1723 2049 3659 4045 4190 5060 5061 6000 6566 6665 6666 6667 6668 6669 6679 6697 10080'
  ).split(' '),
);

/** Opens a pool of keep-alive connections, each checked by the policy when it is opened. */
export function openPool(
  settings: EgressSettings,
  policy: EgressPolicy,
  resolve: ResolveHost,
  shareOf: () => string,
): HttpPool {
  const { maxResponseBytes: maxBytes, maxHeaderBytes } = settings;
  const connections = new KeptConnections(checkedConnector(settings, policy, resolve), maxHeaderBytes);
  return {
    send: async (url, { method: named = 'GET', headers: given, body = null, signal, redirect, host }) => {
      signal?.throwIfAborted();
      if (BLOCKED_PORTS.has(url.port)) throw blockedPortError();
      const method = named.toUpperCase();
      const headers: Record<string, string> = { ...DEFAULT_HEADERS, ...given, ...(host !== undefined && { host }) };
      const limit = { maxBytes, perEvent: /text\/event-stream/i.test(headers['accept']!) };
      try {
        const connection = connections.take(url.origin, shareOf());
        const reader = new AnswerReader({ url, method, signal, limit }, () => connection.give());
        connection.send({ path: `${url.pathname}${url.search}`, method, headers, body }, reader);
        const answer = await reader.answer;
        if (redirect !== 'error' || !REDIRECTS.has(answer.status)) return answer;
        answer.body?.cancel();
        throw new TypeError('fetch failed', { cause: new Error('The answer is a redirect.') });
      } catch (error) {
        const { cause } = error as Error;
        if (cause instanceof ImpossibleStatusError) throw impossibleStatusProblem(url.host, cause.status);
        throw problemIn(error) ?? error;
      }
    },
  };
}

const DEFAULT_HEADERS = { accept: '*/*', 'accept-encoding': ACCEPTED_ENCODINGS, 'user-agent': 'assay' };
