import * as runs from '@assay/contract/areas/journey-runs/operations';
import * as swarms from '@assay/contract/areas/swarms/operations';
import { commandsOf } from '../../declare/operation-command.ts';

const ofSwarm = commandsOf(swarms);
const ofRun = commandsOf(runs);
const FINDING = 'finding_01kb2v7k9q2n5w8x4m6t0r1abc';

export const swarmCommands = [
  ofSwarm('listSwarms', {
    words: 'swarm list',
    columns: { NAME: 'name', DESCRIPTION: 'description', CHANGED: 'updatedAt', ID: 'id' },
    examples: ['assay swarm list'],
  }),
  ofSwarm('getSwarm', { words: 'swarm show', examples: ['assay swarm show Newcomers'] }),
  ofSwarm('createSwarm', {
    words: 'swarm create',
    argument: 'name',
    done: 'swarm {name} is created: {id}',
    examples: ['assay swarm create Newcomers --environment staging --sessions-per-target 5 --max-turns 8'],
  }),
  ofSwarm('updateSwarm', {
    words: 'swarm update',
    done: 'swarm {name} is changed.',
    examples: ['assay swarm update Newcomers --max-turns 12'],
  }),
  ofSwarm('archiveSwarm', {
    words: 'swarm rm',
    confirms: 'Archive swarm "{swarm}"?',
    done: 'swarm {swarm} is archived.',
    examples: ['assay swarm rm Newcomers --yes'],
  }),
  ofRun('getSwarmOverview', { words: 'swarm overview', examples: ['assay swarm overview'] }),
  ofRun('listSwarmFindings', {
    words: 'swarm findings',
    columns: { STATUS: 'status', DIMENSION: 'dimension', DETAIL: 'detail', SEEN: 'occurrenceCount', ID: 'id' },
    examples: ['assay swarm findings'],
  }),
  ofRun('dismissSwarmFinding', {
    words: 'swarm dismiss',
    done: 'finding {finding} is dismissed.',
    examples: [`assay swarm dismiss ${FINDING}`],
  }),
  ofRun('undismissSwarmFinding', {
    words: 'swarm undismiss',
    done: 'finding {finding} counts again.',
    examples: [`assay swarm undismiss ${FINDING}`],
  }),
];
