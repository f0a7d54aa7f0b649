import type { ServerExport } from '@assay/contract/areas/surfaces/documents';
import { orderedSurface } from '@assay/surface/canonical';
import { displayedHash, surfaceHash } from '@assay/surface/hash';
import { judgeSurface } from './judged.ts';
import { readSurface } from './read-surface.ts';
import type { Inspection } from './subject.ts';
import { withSession } from './with-session.ts';

/** Everything a server offers as one document, the same each time for as long as the server offers the same. */
export const exportSurface: Inspection<object> = (subject) =>
  withSession(subject, { dialects: subject.dialects }, async (session): Promise<ServerExport> => {
    const surface = await readSurface(session, subject.ties);
    subject.seen(surface);
    const { serverId } = subject.target;
    return judgeSurface(subject, () => ({
      serverId,
      exportedAt: new Date().toISOString(),
      contentHash: displayedHash(surfaceHash(surface)),
      ...orderedSurface(surface),
    }));
  });
