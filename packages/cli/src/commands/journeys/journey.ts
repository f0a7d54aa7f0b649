import * as journeys from '@assay/contract/areas/journeys/operations';
import * as measures from '@assay/contract/areas/journey-measures/operations';
import * as runs from '@assay/contract/areas/journey-runs/operations';
import { commandsOf } from '../../declare/operation-command.ts';

const ofJourney = commandsOf(journeys);
const ofRun = commandsOf(runs);
const RUN = 'jrun_01kb2v7k9q2n5w8x4m6t0r1abc';

export const journeyCommands = [
  ofJourney('listJourneys', {
    words: 'journey list',
    columns: { NAME: 'name', GOAL: 'goal', SESSIONS: 'sessionsPerTarget', CHANGED: 'updatedAt', ID: 'id' },
    examples: ['assay journey list'],
  }),
  ofJourney('getJourney', { words: 'journey show', examples: ['assay journey show "Refund a parcel"'] }),
  ofJourney('createJourney', {
    words: 'journey create',
    argument: 'goal',
    done: 'journey {name} is created: {id}',
    examples: [
      'assay journey create "Get the parcel refunded" --persona Ann --environment staging --sessions-per-target 5 --max-turns 8',
    ],
    see: ['journey run'],
  }),
  ofJourney('updateJourney', {
    words: 'journey update',
    done: 'journey {name} is changed.',
    examples: ['assay journey update "Refund a parcel" --max-turns 12'],
  }),
  ofJourney('archiveJourney', {
    words: 'journey rm',
    confirms: 'Archive journey "{journey}"?',
    done: 'journey {journey} is archived.',
    examples: ['assay journey rm "Refund a parcel" --yes'],
  }),
  ofJourney('generateJourneys', {
    words: 'journey draft',
    examples: ['assay journey draft --environment staging -d @persona.json'],
    see: ['journey create'],
  }),
  ofRun('launchJourneyRun', {
    words: 'journey run',
    examples: [
      'assay journey run "Refund a parcel" --max-cost-usd 2',
      'assay journey run "Refund a parcel" --wave nightly',
    ],
    see: ['wave gate', 'journey result'],
  }),
  ofRun('listJourneyRuns', {
    words: 'journey runs',
    columns: { ID: 'id', STATUS: 'status', WAVE: 'waveId', WHEN: 'createdAt' },
    examples: ['assay journey runs "Refund a parcel"'],
  }),
  ofRun('getJourneyRun', { words: 'journey result', examples: [`assay journey result ${RUN}`] }),
  ofRun('getJourneyRunScorecard', { words: 'journey scorecard', examples: [`assay journey scorecard ${RUN}`] }),
  commandsOf(measures)('getJourneyRunMeasures', {
    words: 'journey measures',
    examples: [`assay journey measures ${RUN}`],
  }),
  ofRun('cancelJourneyRun', {
    words: 'journey cancel',
    done: 'journey run {run} is cancelled.',
    examples: [`assay journey cancel ${RUN}`],
  }),
  ofRun('listJourneyRunSessions', {
    words: 'journey sessions',
    columns: {
      ID: 'id',
      STATUS: 'status',
      VERDICT: 'verdict',
      TURNS: 'turnCount',
      WHY: ({ verdictReason, endReason }) => verdictReason ?? endReason ?? undefined,
    },
    examples: [`assay journey sessions ${RUN}`],
  }),
  ofRun('getJourneyRunSession', {
    words: 'journey session',
    examples: [`assay journey session ${RUN} ses_01kb2v7k9q2n5w8x4m6t0r1abc`],
  }),
  ofRun('listJourneySessionTurns', {
    words: 'journey turns',
    columns: { TURN: 'promptIndex', STATUS: 'status', FINISHED: 'finishReason' },
    examples: [`assay journey turns ${RUN} ses_01kb2v7k9q2n5w8x4m6t0r1abc --json`],
  }),
];
