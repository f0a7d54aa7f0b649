import type { Operation } from '@assay/contract/operation';
import { Problem } from '@assay/contract/problem';
import { openCursors } from '@assay/kit/requests/cursor';
import { openToken } from '@assay/kit/security/upload-token';
import type { Handler } from '../http/handler.ts';

/** Whether who sends a request of the operation is told by the token in its URL. */
export const isUpload = ({ path }: Pick<Operation, 'path'>): boolean => path.includes('{uploadToken}');

/** Makes the handler that opens the token of an upload, so that no body is read for one that is not ours. */
export function openUpload(meshSecret: string): Handler {
  const cursors = openCursors(meshSecret);
  return ({ params }, res, next) => {
    const { projectId = '', uploadToken = '' } = params;
    try {
      res.locals.upload = { id: openToken(cursors, projectId, uploadToken, Date.now()) };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      res.locals.upload = { refusal: error };
    }
    next();
  };
}
