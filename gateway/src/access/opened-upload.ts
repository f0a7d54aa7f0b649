import { uploadScope } from '@assay/contract/areas/ingestion/upload-scope';
import type { Operation } from '@assay/contract/operation';
import { notFound } from '@assay/contract/problem';
import { idOfToken } from '@assay/kit/security/signed-token';
import type { ApiHandler } from '../http/handler.ts';

/** Whether the token in the URL, and no credential, authenticates requests of the operation. */
export const isUpload = ({ path }: Pick<Operation, 'path'>): boolean => path.includes('{uploadToken}');

/** Makes the handler that checks the token of an upload, so that no body is read for a forged or expired one. */
export const openUpload =
  (meshSecret: string): ApiHandler =>
  ({ params }, res, next) => {
    const { projectId = '', uploadToken = '' } = params;
    const id = idOfToken(meshSecret, uploadScope(projectId), uploadToken, Date.now());
    res.locals.upload =
      id === undefined ? { refusal: notFound('upload URL, or it expired; ask for a new one') } : { id };
    next();
  };
