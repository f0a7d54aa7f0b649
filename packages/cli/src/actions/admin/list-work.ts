import type { StuckWork } from '@assay/contract/areas/operator/documents';
import type { CommandContext } from '../../command-context.ts';
import type { workInput } from '../../commands/admin.ts';
import type { Action } from '../../declare/command.ts';
import { printDocument } from '../../output/print-document.ts';
import { printTable } from '../../output/print-table.ts';
import { printMoment } from '../../output/print-time.ts';
import { visibleText } from '../../output/visible-text.ts';
import { askEach } from './each-service.ts';

/** Stuck work, and the services that did not tell theirs. */
export interface StuckWorkOfAll {
  items: StuckWork[];
  unanswered: string[];
}

/** Lists the stuck work of every service. */
export const listWork: Action<typeof workInput> = async (context, { arguments: { service }, options }) => {
  const found = await readStuckWork(context, service);
  printDocument(context, options, found, () => printWork(context, found));
};

/** The stuck work of each service, the oldest first. */
export async function readStuckWork(
  context: Pick<CommandContext, 'platform'>,
  only: string | undefined,
): Promise<StuckWorkOfAll> {
  const answers = await askEach(context, only, (assay, service, once) => assay.listStuckWork({ service }, once));
  const items = answers.flatMap((each) => ('answer' in each ? each.answer.items : []));
  const unanswered = answers.flatMap((each) => ('failure' in each ? [each.service] : []));
  return { items: items.toSorted((a, b) => a.createdAt - b.createdAt), unanswered };
}

function printWork({ terminal, usesUtc }: CommandContext, { items, unanswered }: StuckWorkOfAll): string {
  const away = unanswered.length === 0 ? '' : `No answer of ${unanswered.join(', ')}: assay admin health\n`;
  if (items.length === 0) return `No work is stuck.\n${away}`;
  const columns = [
    { title: 'ITEM', cell: ({ id }: StuckWork) => id },
    { title: 'SERVICE', cell: ({ service }: StuckWork) => service },
    { title: 'KIND', cell: ({ kind }: StuckWork) => visibleText(kind) },
    { title: 'SINCE', cell: ({ createdAt }: StuckWork) => printMoment(createdAt, { usesUtc }) },
    { title: 'BECAUSE', cell: (item: StuckWork) => visibleText(becauseOf(item)), isName: true },
    { title: 'GROUP', cell: ({ group = '–' }: StuckWork) => visibleText(group) },
  ];
  return `${printTable(columns, items, terminal.columns)}${items.length} items are stuck. Try again: assay admin retry <service> <item>\n${away}`;
}

function becauseOf({ reason, missingLabels = [], labels, attempts, kind }: StuckWork): string {
  if (reason === 'lease_expired') return `${attempts} runners went silent`;
  if (reason === 'no_runner') return `no runner takes ${kind}`;
  if (reason === 'labels_missing') return `no runner has the label ${missingLabels.join(', ')}`;
  return labels.length === 0 ? 'all runners are busy' : `runners with ${labels.join(', ')} are busy`;
}
