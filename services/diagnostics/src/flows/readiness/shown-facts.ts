import { given } from '@assay/contract/given';
import type { KeptReadinessFact } from '@assay/contract/areas/readiness/documents';
import type { FactRow } from '../../store/readiness/readiness-facts.ts';

/** Facts as the API tells them. */
export const shownFacts = (facts: FactRow[]): KeptReadinessFact[] =>
  facts.map(({ requirementId, met, note, statedBy, statedAt }) => ({
    requirementId,
    met,
    note,
    ...given({ statedBy: statedBy ?? undefined }),
    statedAt: statedAt.getTime(),
  }));
