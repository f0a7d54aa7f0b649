import { jsonWithin } from '../models/json-within.ts';
import { readJudgeSheet } from './judge-question.ts';

const sheet = {
  reason: 'It says 5.',
  criteria: [{ id: 'sum', reason: 'It does.', met: true }],
  claims: 1,
  unsupportedClaims: ['as always'],
  score: 0.9,
};
const { reason, criteria, unsupportedClaims, ...numbers } = sheet;
const json = JSON.stringify(sheet);
const asked = [{ id: 'sum', label: 'Names the sum' }];
const read = (text: string) => readJudgeSheet(jsonWithin(text), asked);
const told = (more: object) => JSON.stringify({ ...sheet, ...more });

test.each<[string, string]>([
  ['plain', json],
  ['in a fence', `\`\`\`json\n${json}\n\`\`\``],
  ['in a fence without a language', `\`\`\`\n${JSON.stringify(sheet, null, 2)}\n\`\`\``],
  ['behind words', `Here is my judgement:\n\n${json}`],
  ['before words', `${json}\n\nI hope that this helps.`],
  ['behind thoughts that hold an object', `<think>Perhaps {"score": 0.1}?</think>\n${json}`],
  ['in a list of one', `[${json}]`],
  ['under the name answer', JSON.stringify({ answer: sheet })],
  ['under the name evaluation', JSON.stringify({ evaluation: sheet })],
  ['with a score as text', told({ score: '0.9' })],
  ['with a score in percent', told({ score: '90%' })],
  ['with a score out of ten', told({ score: '9/10' })],
  ['with a score out of ten in words', told({ score: '9 out of 10' })],
  ['with a decision as yes', told({ criteria: [{ ...criteria[0], met: 'Yes' }] })],
  ['with a decision as met', told({ criteria: [{ ...criteria[0], met: 'met' }] })],
  ['with a decision named passed', told({ criteria: [{ id: 'sum', reason: 'It does.', passed: true }] })],
  ['with criteria by their ids', told({ criteria: { sum: { reason: 'It does.', met: true } } })],
  ['with the claims themselves', told({ claims: ['It is 5.'] })],
  ['with claims as objects', told({ unsupportedClaims: [{ claim: 'as always' }] })],
  ['with another name of the reason', JSON.stringify({ reasoning: reason, criteria, unsupportedClaims, ...numbers })],
  ['in snake case', JSON.stringify({ reason, criteria, unsupported_claims: unsupportedClaims, ...numbers })],
  ['with further fields', told({ confidence: 'high' })],
])('an opinion %s is read', (_, text) => expect(read(text)).toEqual({ usable: sheet }));

test.each<[string, string, RegExp]>([
  ['a score of 90', told({ score: 90 }), /score/],
  ['a score in words', told({ score: 'high' }), /score/],
  ['a decision that is neither', told({ criteria: [{ ...criteria[0], met: 'partly' }] }), /met/],
  ['two objects', `${json} or ${told({ score: 0.1 })}`, /object/],
  ['no object', 'The assistant did well: 9/10.', /object/],
  ['no score', JSON.stringify({ reason, criteria, claims: 0, unsupportedClaims }), /score/],
])('an opinion with %s is not judged', (_, text, fault) =>
  expect(read(text)).toEqual({ fault: expect.stringMatching(fault) }),
);
