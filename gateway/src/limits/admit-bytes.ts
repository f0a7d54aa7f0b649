import type { ApiHandler, RequestLocals } from '../http/handler.ts';
import type { Operation } from '@assay/contract/operation';
import type { BytesInFlight } from './bytes-in-flight.ts';

/** The organization that bodies and answers are counted for; requests without a caller share one. */
export const ownerOfBytes = ({ caller }: Partial<RequestLocals>): string => caller?.organizationId ?? '';

/** Admits a request before its body of at most `maxBodyBytes` is read, and holds the bytes until it is answered. */
export const admitBytes =
  (bytes: BytesInFlight, maxBodyBytes: number, { id }: Pick<Operation, 'id'>): ApiHandler =>
  ({ headers }, res, next) => {
    // The length of a chunked body is not known before its end.
    const told = headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : maxBodyBytes;
    // A longer body is refused unread.
    const release = bytes.admit(ownerOfBytes(res.locals), told > maxBodyBytes ? 0 : told, id);
    if (release) res.once('close', release);
    next();
  };
