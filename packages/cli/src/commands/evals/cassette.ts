import * as cassettes from '@assay/contract/areas/cassettes/operations';
import { commandsOf } from '../../declare/operation-command.ts';

const ofCassette = commandsOf(cassettes);
const CASSETTE = 'cassette_01kb2v7k9q2n5w8x4m6t0r1abc';

export const cassetteCommands = [
  ofCassette('listEvalCassettes', {
    words: 'cassette list',
    columns: { NAME: 'name', VERSION: 'version', CALLS: 'calls', CREATED: 'createdAt', ID: 'id' },
    examples: ['assay cassette list "Helpdesk regression"'],
  }),
  ofCassette('getEvalCassette', {
    words: 'cassette show',
    isWhole: true,
    examples: [`assay cassette show ${CASSETTE}`],
  }),
  ofCassette('deleteEvalCassette', {
    words: 'cassette rm',
    done: 'cassette {cassette} is deleted.',
    examples: [`assay cassette rm ${CASSETTE} --yes`],
  }),
];
