import type { LintReport } from '@assay/contract/documents/lint';
import { declining } from '@assay/mcp/answers';
import { shownHash, surfaceHash } from '@assay/surface/hash';
import { lintSurface, type LintWishes } from '@assay/surface/lint/lint-surface';
import { readPages } from './read-pages.ts';
import type { Inspection } from './subject.ts';
import { withSession } from './with-session.ts';

/** Holds what a server declares against every rule; calls nothing. */
export const lint: Inspection<LintWishes> = (subject, wishes) =>
  withSession(subject, { dialects: subject.dialects, answers: declining }, async (session): Promise<LintReport> => {
    const { surface, pages, whole } = await readPages(session, subject.ties);
    if (whole) subject.seen(surface);
    return { serverId: subject.target.serverId, contentHash: shownHash(surfaceHash(surface)), ...lintSurface({ surface, pages }, wishes) };
  });
