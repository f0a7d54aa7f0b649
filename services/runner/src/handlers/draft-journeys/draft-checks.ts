import { JourneyDraft, PersonaDraft } from '@assay/contract/areas/journeys/drafts';
import { checkedDocument } from '@assay/kit/json/parse';
import type { DraftChecks } from '../../domain/journeys/draft-collection.ts';

export const DRAFT_CHECKS: DraftChecks = {
  persona: checkedDocument(PersonaDraft),
  journey: checkedDocument(JourneyDraft),
};
