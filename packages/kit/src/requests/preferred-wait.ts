import { withHeaders, type ReplyWithHeaders } from '../rpc/with-headers.ts';

/** The longest wait of a request, in seconds. */
const MAX_WAIT_S = 20;

/** The seconds of `Prefer: wait=…` that a request is given, 20 at most; undefined when it does not prefer to wait. */
export const preferredSeconds = (preferredWait: string): number | undefined =>
  preferredWait === '' ? undefined : Math.min(Number(preferredWait), MAX_WAIT_S);

/** A reply that says which wait it was given with. */
export const afterWait = <T>(reply: T, waitS: number | undefined): T | ReplyWithHeaders<T> =>
  waitS === undefined ? reply : withHeaders(reply, { 'Preference-Applied': `wait=${waitS}` });
