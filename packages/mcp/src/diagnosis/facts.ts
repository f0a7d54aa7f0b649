import type { Problem } from '@assay/contract/problem';
import type { SessionFailure } from './failure.ts';
import { requiredScope } from '../oauth/challenge.ts';
import { publicUrl } from '../target.ts';

/** What a cause rests on, as a report shows it. Texts of the server are among it. */
export interface CauseFacts {
  url?: string;
  method?: string;
  elapsedMs?: number;
  systemCode?: string;
  addresses?: string[];
  tlsError?: string;
  httpStatus?: number;
  contentType?: string;
  contentEncoding?: string;
  challenge?: string;
  /** Where a redirect leads, without what may be secret. */
  location?: string;
  retryAfter?: string;
  body?: string;
  rpcCode?: number;
  /** The revision that the server is pinned to. */
  pinnedVersion?: string;
  offeredVersions?: string[];
  serverVersion?: string;
  requiredScope?: string;
  /** What our side of the wire refused, and why. */
  refusedBecause?: string;
  /** Another address at which an MCP server answers. */
  answersAt?: string;
  /** The other addresses that were tried. */
  tried?: string[];
  /** What is wrong with the metadata about OAuth. */
  faults?: { code: string; message: string; url?: string }[];
  /** Of a list: its method is in `method`. */
  pages?: number;
  items?: number;
  names?: string[];
  invalid?: { index: number; why: string }[];
  /** Of a command. */
  command?: string;
  exitCode?: number;
  signal?: string;
  stderr?: string;
  /** Lines on its standard output that are no messages. */
  strayLines?: number;
}

/** What stands in sentences has to be what it is said to be. */
const MEDIA_TYPE = /^[\w!#$&^.+-]{1,60}\/[\w!#$&^.+-]{1,60}/;
const ENCODING = /^[\w-]{1,20}$/;
const RETRY_AFTER = /^[\w,: ]{1,40}$/;
const SYSTEM_CODE =
  /^(E[A-Z]+|EAI_\w+|UND_ERR_\w+|HPE_\w+|(ERR_TLS|ERR_SSL|CERT|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO)_\w+)$/;

/** The code that Node, undici or OpenSSL gave what went wrong, the innermost first. */
export const systemCodeOf = (codes: ReadonlySet<string>): string | undefined =>
  [...codes].findLast((code) => SYSTEM_CODE.test(code));

export function factsOf({ target, method, elapsedMs, evidence }: SessionFailure): CauseFacts {
  const { answer, initialized } = evidence;
  const location = answer?.location === undefined ? undefined : URL.parse(answer.location, target.url);
  return presentFacts({
    url: target.url && publicUrl(target),
    method,
    elapsedMs: Math.round(elapsedMs),
    systemCode: systemCodeOf(evidence.codes),
    addresses: evidence.addresses.length > 0 ? evidence.addresses : undefined,
    tlsError: evidence.tlsError,
    httpStatus: answer?.status,
    contentType: MEDIA_TYPE.exec(answer?.contentType ?? '')?.[0],
    contentEncoding: ENCODING.exec(answer?.contentEncoding ?? '')?.[0],
    challenge: answer?.challenge,
    location: location ? `${location.origin}${location.pathname}` : undefined,
    retryAfter: RETRY_AFTER.exec(answer?.retryAfter ?? '')?.[0],
    body: answer?.body,
    rpcCode: evidence.rpcCode,
    requiredScope: requiredScope(answer?.challenge),
    pinnedVersion: target.protocolVersion,
    offeredVersions: evidence.offeredVersions,
    serverVersion: initialized?.protocolVersion,
  });
}

const KEPT = [
  'method',
  'elapsedMs',
  'systemCode',
  'httpStatus',
  'rpcCode',
  'command',
  'exitCode',
  'signal',
  'stderr',
  'strayLines',
] as const satisfies (keyof CauseFacts)[];

/** The facts that a problem tells in its details. */
export const factsIn = ({ message, details = {} }: Problem): CauseFacts =>
  presentFacts({ refusedBecause: message, ...Object.fromEntries(KEPT.map((key) => [key, details[key]])) });

/** The facts that are there. */
export const presentFacts = (facts: { [Key in keyof CauseFacts]: CauseFacts[Key] | undefined }): CauseFacts =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined && value !== ''));
