import { integerSetting } from '@assay/kit/settings/setting';

export const MAX_ANSWER_BYTES_IN_FLIGHT = integerSetting({
  name: 'MAX_ANSWER_BYTES_IN_FLIGHT',
  default: 256 * 1024 * 1024,
  least: 1,
  explanation: [
    'How many bytes of answers over 1 MB a process reads at a time, of one organization half of them.',
    'Servers wait for room; while 16 answers of an organization wait, its next questions to servers are refused: RATE_LIMITED with the reason ANSWERS_IN_FLIGHT.',
    'While 64 of all organizations wait, every question is refused: UNAVAILABLE with the same reason.',
  ],
});
