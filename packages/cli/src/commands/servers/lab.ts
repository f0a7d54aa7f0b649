import * as labs from '@assay/contract/areas/catalogue-labs/operations';
import { commandsOf } from '../../declare/operation-command.ts';

const ofLab = commandsOf(labs);
const LAB = 'lab_01kb2v7k9q2n5w8x4m6t0r1abc';

export const labCommands = [
  ofLab('listCatalogueLabs', {
    words: 'lab list',
    columns: { NAME: 'name', STATUS: 'status', MODEL: 'model', CREATED: 'createdAt', ID: 'id' },
    examples: ['assay lab list --server helpdesk'],
  }),
  ofLab('getCatalogueLab', { words: 'lab show', examples: [`assay lab show ${LAB}`] }),
  ofLab('startCatalogueLab', {
    words: 'lab start',
    examples: ['assay lab start helpdesk --model openai/gpt-5 --suite "Helpdesk regression" --max-cost-usd 2'],
    see: ['lab show'],
  }),
  ofLab('cancelCatalogueLab', {
    words: 'lab cancel',
    done: 'lab {lab} is cancelled.',
    examples: [`assay lab cancel ${LAB}`],
  }),
];
