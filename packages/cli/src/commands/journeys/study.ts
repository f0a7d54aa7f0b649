import * as analytics from '@assay/contract/areas/study-analytics/operations';
import * as studies from '@assay/contract/areas/studies/operations';
import { commandsOf } from '../../declare/operation-command.ts';

const ofStudy = commandsOf(studies);
const ofAnalytics = commandsOf(analytics);
const FINDING = 'finding_01kb2v7k9q2n5w8x4m6t0r1abc';

export const studyCommands = [
  ofStudy('listStudies', {
    words: 'study list',
    columns: { NAME: 'name', MODE: 'mode', SERVERS: 'serverCount', CHANGED: 'updatedAt', ID: 'id' },
    examples: ['assay study list'],
  }),
  ofStudy('getStudy', { words: 'study show', examples: ['assay study show "Helpdesk pilot"'] }),
  ofStudy('publishStudy', {
    words: 'study publish',
    done: ({ name, id, link }) => `study ${name} is published: ${link ?? id}`,
    examples: ['assay study publish staging --name "Helpdesk pilot" --mode invited_only'],
    see: ['study invite'],
  }),
  ofStudy('updateStudy', {
    words: 'study update',
    done: 'study {name} is changed.',
    examples: ['assay study update "Helpdesk pilot" --mode anyone_with_link'],
  }),
  ofStudy('unpublishStudy', {
    words: 'study unpublish',
    omit: ['scenarioId'],
    confirms: 'Unpublish the study of environment "{environment}"? Its link stops working.',
    done: 'the study of {environment} is unpublished.',
    examples: ['assay study unpublish staging --yes'],
  }),
  ofStudy('rotateStudyLink', {
    words: 'study link',
    confirms: 'Replace the link of study "{study}"? The present one stops working.',
    done: '{link}',
    examples: ['assay study link "Helpdesk pilot" --yes'],
  }),
  ofStudy('rebindStudy', {
    words: 'study rebind',
    done: 'study {study} uses the environment.',
    examples: ['assay study rebind "Helpdesk pilot" --environment production'],
  }),
  ofStudy('setGuestExecution', {
    words: 'study limits',
    // Visitors have no computers and no harnesses here; the API wants the limits of computers.
    fixed: { computerEnabled: false, dailyComputerStartCap: 0, maxConcurrentComputers: 0 },
    omit: ['harnessEnabled', 'dailyHarnessSpendCapMicros', 'dailyHarnessCallCap', 'maxConcurrentHarnessRuns'],
    examples: [
      `assay study limits "Helpdesk pilot" --enabled --daily-turn-cap 500 --daily-credit-cap 5 -d '{"sharedSkillsEnabled": false}'`,
    ],
  }),
  ofStudy('listStudyMembers', {
    words: 'study members',
    columns: { EMAIL: 'email', ACCOUNT: 'hasAccount', SINCE: 'createdAt', ID: 'id' },
    examples: ['assay study members "Helpdesk pilot"'],
  }),
  ofStudy('upsertStudyMember', {
    words: 'study invite',
    argument: 'email',
    done: '{email} is invited.',
    examples: ['assay study invite "Helpdesk pilot" ann@example.org'],
  }),
  ofStudy('removeStudyMember', {
    words: 'study uninvite',
    confirms: 'Remove {member} from study "{study}"?',
    done: '{member} is no longer invited.',
    examples: ['assay study uninvite "Helpdesk pilot" ann@example.org --yes'],
  }),
  ofStudy('listStudySessions', {
    words: 'study sessions',
    columns: { STARTED: 'startedAt', MESSAGES: 'messageCount', PREVIEW: 'preview', ID: 'id' },
    examples: ['assay study sessions "Helpdesk pilot"'],
  }),
  ofStudy('getStudySession', {
    words: 'study session',
    columns: { WHO: 'role', TEXT: 'text', WHEN: 'createdAt' },
    examples: ['assay study session "Helpdesk pilot" ses_01kb2v7k9q2n5w8x4m6t0r1abc'],
  }),
  ofAnalytics('getStudyMetrics', { words: 'study metrics', examples: ['assay study metrics "Helpdesk pilot"'] }),
  ofAnalytics('getStudySignals', { words: 'study signals', examples: ['assay study signals "Helpdesk pilot"'] }),
  ofAnalytics('getStudyUsage', { words: 'study usage', examples: ['assay study usage "Helpdesk pilot"'] }),
  ofAnalytics('listStudyFindings', {
    words: 'study findings',
    columns: { STATUS: 'status', TITLE: 'title', SEEN: 'occurrenceCount', LAST: 'lastSeenAt', ID: 'id' },
    examples: ['assay study findings "Helpdesk pilot"'],
  }),
  ofAnalytics('dismissStudyFinding', {
    words: 'study dismiss',
    done: 'finding {finding} is dismissed.',
    examples: [`assay study dismiss "Helpdesk pilot" ${FINDING}`],
  }),
  ofAnalytics('undismissStudyFinding', {
    words: 'study undismiss',
    done: 'finding {finding} counts again.',
    examples: [`assay study undismiss "Helpdesk pilot" ${FINDING}`],
  }),
  ofAnalytics('requestStudyInsights', {
    words: 'study insights',
    examples: ['assay study insights "Helpdesk pilot"'],
  }),
  ofAnalytics('getStudyWindowInsights', {
    words: 'study window',
    examples: ['assay study window "Helpdesk pilot" 2026-W48'],
  }),
];
