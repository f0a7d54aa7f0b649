import { redactText } from '@assay/kit/security/redact';
import { currentRecorder } from './recorder.ts';

/** Records what a client failed to do with a server while the work goes on. */
export function recordClientError(serverId: string, name: string, { message }: Error): void {
  const recorder = currentRecorder();
  recorder?.span({
    name,
    category: 'client',
    startMs: recorder.at(),
    serverId,
    status: 'error',
    message: redactText(message, 400),
  });
}
