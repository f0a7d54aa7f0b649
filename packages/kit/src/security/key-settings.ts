import { parsedSetting } from '../settings/setting.ts';
import { parseKey } from './seal.ts';

export const KEY_ENCRYPTION_KEY = parsedSetting(
  {
    name: 'KEY_ENCRYPTION_KEY',
    isSecret: true,
    fault: 'must be 32 bytes in base64 or hex, or several such keys with commas between them',
    explanation: [
      '32 bytes in base64 or hex; seals and opens stored credentials.',
      'Several keys are separated by commas: [rotation](operations/security.md#rotation).',
    ],
  },
  parseKey,
);
