import { ONE_MACHINE_EGRESS } from '@assay/egress/settings';
import { createLog } from '@assay/kit/log';
import { startDiagnostics } from '../../src/app.ts';
import type { Config } from '../../src/config.ts';

// Run in a process of its own that a test kills: its only argument is the configuration, its first line of output the
// address.
const config = JSON.parse(process.argv[2]!) as Omit<Config, 'keyEncryptionKey' | 'egress'> & {
  keyEncryptionKey: string;
};
const { address } = await startDiagnostics(
  { ...config, egress: ONE_MACHINE_EGRESS, keyEncryptionKey: Buffer.from(config.keyEncryptionKey, 'base64') },
  createLog('replica', 'trace'),
);
process.stdout.write(`${JSON.stringify({ address })}\n`);
