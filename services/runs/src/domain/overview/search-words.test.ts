import { searchWords } from './search-words.ts';

const ID = 'run_01m8mwm7vnfajvqhhjtspazne4';

test.each([
  ['words', 'Order  Status', { id: undefined, words: ['order', 'status'], run: undefined }],
  ['an id', ` ${ID} `, { id: ID, words: [ID], run: undefined }],
  ['a number of a run', 'run 7', { words: ['run', '7'], run: { number: 7, words: [] } }],
  ['a number and a suite', 'Helpdesk #12', { run: { number: 12, words: ['helpdesk'] } }],
  ['a number that no run has', '99999999999', { words: ['99999999999'], run: undefined }],
  ['nothing', '  ', { id: undefined, words: [], run: undefined }],
])('a search reads %s', (_, text, read) => {
  expect(searchWords(text)).toMatchObject(read);
});
