import type { Target } from '../src/target.ts';

export const saved = (url: string, more: Partial<Target> = {}): Target => ({ serverId: 'srv_1', serverName: 'Printer', url, ...more });
