import type { LintReport } from '@assay/contract/areas/diagnosis/lint';
import { displayedHash, surfaceHash } from '@assay/surface/hash';
import type { LintOptions } from '@assay/surface/lint/lint-surface';
import { analyseLargeSurface } from './surfaces/analyse-large-surface.ts';
import { judgeSurface } from './judge-surface.ts';
import { readPages } from './read-pages.ts';
import type { Inspection } from './inspected-server.ts';
import { withSession } from './with-session.ts';

/** Lints the surface of a server; calls no tool. */
export const lintServer: Inspection<LintOptions> = (subject, wishes) =>
  withSession(subject, { dialects: subject.dialects }, async (session): Promise<LintReport> => {
    const { surface, pages, whole } = subject.hide(await readPages(session, subject.ties));
    if (whole) subject.seen(surface);
    const { serverId } = subject.target;
    const contentHash = judgeSurface(subject, () => displayedHash(surfaceHash(surface)));
    const analysis = { question: 'lint' as const, subject: { surface, pages }, options: wishes };
    return { kind: 'lintReport', serverId, contentHash, ...(await analyseLargeSurface(analysis, subject.ties.signal)) };
  });
