import RequestQueue from 'kafkajs/src/network/requestQueue/index.js';

const { prototype } = RequestQueue;
const schedule = prototype.scheduleCheckPendingRequests;

/**
 * kafkajs 2.2.4 looks every millisecond, on each connection, whether a queued request may go out, also when none is queued:
 * some percent of a core in an idle process, and a warning since Node 24 (tulios/kafkajs issues 1704 and 1751).
 */
prototype.scheduleCheckPendingRequests = function (this: RequestQueue): void {
  if (this.pending.length > 0) schedule.call(this);
};
