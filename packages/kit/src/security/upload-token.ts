import { notFound } from '@assay/contract/problem';
import type { Cursors, Position } from '../requests/cursor.ts';

/** What an upload URL stands for. */
export interface UploadToken {
  id: string;
  expiresAt: number;
}

const scopeOf = (projectId: string) => `upload ${projectId}`;

/** Signed, so that whoever has it may upload one artifact to the project, and good for no other. */
export const sealToken = (cursors: Cursors, projectId: string, { id, expiresAt }: UploadToken): string =>
  cursors.encode(scopeOf(projectId), [id, expiresAt]);

/** The id that a token stands for. @throws NOT_FOUND for a token that is not ours, is of another project, or is too old. */
export function openToken(cursors: Cursors, projectId: string, token: string, now: number): string {
  const opened = decoded(cursors, projectId, token);
  if (!opened) throw notFound('upload');
  const [id, expiresAt] = opened;
  if (now > Number(expiresAt)) throw notFound('upload: the URL is too old; ask for a new one');
  return String(id);
}

function decoded(cursors: Cursors, projectId: string, token: string): Position | undefined {
  try {
    return cursors.decode(scopeOf(projectId), token);
  } catch {
    return undefined;
  }
}
