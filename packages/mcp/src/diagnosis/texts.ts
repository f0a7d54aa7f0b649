import type { Cause } from '@assay/contract/areas/diagnosis/cause';
import { accessTexts } from './access-texts.ts';
import { commandTexts } from './command-texts.ts';
import { httpTexts } from './http-texts.ts';
import { networkTexts } from './network-texts.ts';
import { offerTexts } from './offer-texts.ts';
import { protocolTexts } from './protocol-texts.ts';
import type { Text } from './text.ts';

/** What is said about each cause. One without a text does not compile. */
export const TEXTS: Record<Cause, Text> = {
  ...networkTexts,
  ...httpTexts,
  ...accessTexts,
  ...protocolTexts,
  ...offerTexts,
  ...commandTexts,
};
