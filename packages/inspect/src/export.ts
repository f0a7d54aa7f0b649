import type { ServerExport } from '@assay/contract/areas/surfaces/documents';
import { given } from '@assay/contract/given';
import { orderedSurface } from '@assay/surface/canonical';
import { displayedHash, surfaceHash } from '@assay/surface/hash';
import { judgeSurface } from './judge-surface.ts';
import { readPages } from './read-pages.ts';
import type { Inspection } from './inspected-server.ts';
import { withSession } from './with-session.ts';

/** The surface of a server as one document; equal surfaces make equal documents. */
export const exportSurface: Inspection<object> = (subject) =>
  withSession(subject, { dialects: subject.dialects }, async (session): Promise<ServerExport> => {
    // The hash of a document is the hash of its contents, so the surface is masked first.
    const { surface, whole, incompleteLists } = subject.hide(await readPages(session, subject.ties));
    if (whole) subject.seen(surface);
    const { serverId } = subject.target;
    return judgeSurface(subject, () => ({
      serverId,
      exportedAt: new Date().toISOString(),
      contentHash: displayedHash(surfaceHash(surface)),
      ...orderedSurface(surface),
      ...given({ invalidItems: surface.invalidItems }),
      ...(!whole && { incompleteLists }),
    }));
  });
