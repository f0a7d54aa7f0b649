import { ONE_MACHINE_EGRESS } from '@assay/egress/settings';
import { createLog } from '@assay/kit/log';
import { startDiagnostics } from '../../src/app.ts';
import type { Config } from '../../src/config.ts';

// Run as a process of its own, to be killed: its configuration is the only argument, its address the first line it writes.
const config = JSON.parse(process.argv[2]!) as Omit<Config, 'keyEncryptionKey' | 'egress'> & {
  keyEncryptionKey: string;
};
const { address } = await startDiagnostics(
  { ...config, egress: ONE_MACHINE_EGRESS, keyEncryptionKey: Buffer.from(config.keyEncryptionKey, 'base64') },
  createLog('replica', 'trace'),
);
process.stdout.write(`${JSON.stringify({ address })}\n`);
