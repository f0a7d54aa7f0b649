import type { AttentionItem } from '@assay/contract/areas/overview/attention';
import { consolePages } from '@assay/contract/areas/overview/console-pages';
import type { AttentionFacts } from './attention-facts.ts';

/** A breaking change of a server is an item for this long, in milliseconds. */
const CHANGE_MS = 14 * 24 * 60 * 60_000;

/** The servers that cannot be used, and the ones that changed in a breaking way. */
export const serverItems = ({ projectId, servers }: AttentionFacts, now: number): AttentionItem[] =>
  servers.flatMap(({ id, name, enabled, state, stateSince, surfaceChange, lastDiagnosis, updatedAt }) => {
    if (!enabled) return [];
    const subject = { kind: 'server' as const, id, name };
    const items: AttentionItem[] = [];
    if (state === 'unusable') {
      const at = stateSince ?? updatedAt;
      items.push({
        id: `serverUnusable.${id}.${at}`,
        kind: 'serverUnusable',
        outcome: 'failed',
        subject,
        sentence: `${name} cannot be used`,
        because: lastDiagnosis?.explanation ?? lastDiagnosis?.cause ?? '',
        at,
        action: { label: 'Diagnose', page: { kind: 'server', id, path: consolePages.server(projectId, id) } },
      });
    }
    if (surfaceChange && surfaceChange.breaking > 0 && surfaceChange.seenAt > now - CHANGE_MS)
      items.push({
        id: `serverChanged.${id}.${surfaceChange.seenAt}`,
        kind: 'serverChanged',
        outcome: 'warning',
        subject,
        sentence: `${name} changed: ${changesInWords(surfaceChange)}`,
        because: '',
        at: surfaceChange.seenAt,
        action: {
          label: 'Show the diff',
          page: { kind: 'serverDrift', id, path: consolePages.serverDrift(projectId, id) },
        },
      });
    return items;
  });

const changesInWords = (counts: { breaking: number; additive: number; cosmetic: number }): string =>
  (['breaking', 'additive', 'cosmetic'] as const)
    .filter((grade) => counts[grade] > 0)
    .map((grade) => `${counts[grade]} ${grade}`)
    .join(', ');
