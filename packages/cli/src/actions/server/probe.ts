import type { DoctorReport } from '@assay/sdk';
import type { probeInput } from '../../commands/servers/server.ts';
import type { Action } from '../../declare/command.ts';
import { exitCodes } from '../../exit-codes.ts';
import { markOf } from '../../output/marks.ts';
import { printDocument } from '../../output/print-document.ts';
import { visibleText } from '../../output/visible-text.ts';
import { findId } from '../../platform/find/find-named.ts';
import type { Terminal } from '../../terminal.ts';

/** Asks a saved server as a caller without its credentials: how it is reached, and how callers sign in. */
export const probeServer: Action<typeof probeInput> = async (context, { arguments: { server }, options }) => {
  const { assay, projectId: projectOf } = await context.platform();
  const [projectId, serverId] = [await projectOf(), await findId(context, 'server', server)];
  const [{ probe, checks }, access] = await Promise.all([
    assay.runDoctor({ projectId, serverId }),
    assay.checkOAuth({ projectId, serverId }),
  ]);
  const found = { probe, check: checks.probe, access };
  printDocument(context, options, found, () => probeText(found, context.terminal));
  return checks.probe.status === 'error' ? exitCodes.failed : exitCodes.passed;
};

interface Found {
  probe: DoctorReport['probe'];
  check: DoctorReport['checks']['probe'];
  access: { requiresAuthorization: boolean; effectiveAuthMethod: string; hasGrant: boolean };
}

function probeText({ probe, check, access }: Found, terminal: Pick<Terminal, 'isUnicode' | 'colors'>): string {
  const { requiresAuthorization, effectiveAuthMethod, hasGrant } = access;
  const outcome = check.status === 'error' ? 'failed' : 'passed';
  const scheme = probe?.oauth.authorizationServerUrl;
  const rows = [
    ['transport', probe?.transport ?? 'none'],
    [
      'sign-in',
      `${effectiveAuthMethod}${requiresAuthorization ? `, ${hasGrant ? 'granted' : 'not granted yet'}` : ''}`,
    ],
    ...(scheme === undefined ? [] : [['issuer', scheme]]),
  ];
  return [
    ...rows.map(([name = '', value = '']) => `  ${name.padEnd(9)}  ${visibleText(value)}\n`),
    `\n${markOf(outcome, terminal)} ${visibleText(check.explanation ?? check.detail)}\n`,
  ].join('');
}
