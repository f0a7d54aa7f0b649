import { ConnectionFailure } from '@assay/sdk/connection-failure';
import { createClientOf } from '@assay/sdk/client';
import {
  beginVisit,
  cancelVisitTurn,
  decideVisitCalls,
  endVisit,
  getVisit,
  listVisitMessages,
  saveVisitFeedback,
  sendVisitMessage,
} from '@assay/sdk/gen/operations';
import { Problem } from '@assay/sdk/problem';

// The path of the page is the link; the visit lies below it.
const LINK = location.pathname.replace(/\/$/, '');
const [, base, token] = /^(.*)\/studies\/([^/]+)$/.exec(LINK)!;

/** The link of the page, as operations of a visit take it. */
export const link = { linkToken: decodeURIComponent(token!) };
export const EVENTS = `${LINK}/visit/events`;

/** The operations of a visit. A person decides what is tried again. */
export const visits = createClientOf(
  {
    beginVisit,
    cancelVisitTurn,
    decideVisitCalls,
    endVisit,
    getVisit,
    listVisitMessages,
    saveVisitFeedback,
    sendVisitMessage,
  },
  { url: `${location.origin}${base!}`, retries: 0 },
);

/** A failed call as the page tells it; `status` is 0 when no answer came. */
export function failureOf(error: unknown): { status: number; message: string; reason?: string | undefined } {
  if (error instanceof ConnectionFailure && ['network', 'timeout'].includes(error.kind))
    return { status: 0, message: 'You are offline.' };
  if (!(error instanceof Problem)) return { status: -1, message: 'Something went wrong. Try again.' };
  const message = error.isFromPlatform ? error.message : 'Something went wrong. Try again.';
  return { status: error.status, message, reason: error.reason };
}
