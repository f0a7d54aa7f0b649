import { EvalTestStep } from '@assay/contract/documents/step';
import { closed } from '@assay/contract/schema';
import type { Json, JsonObject } from './json-schema.ts';
import { characters, surprises, type Place, type Row } from './seed-row.ts';

// The kinds, fields and bounds in this file are those that the interface specification writes down, and are copied from there by hand.

const step = closed({ step: EvalTestStep });
const stepAt = (path: string, around: (value: Json) => JsonObject): Place => ({ schema: step, path: `/step${path}`, around: (value) => ({ step: around(value) }) });
const ofStep = (base: JsonObject) => (path: string) => stepAt(path, (fields) => ({ id: 's1', ...base, ...(fields as JsonObject) }));
const ofAction = (base: JsonObject) => (path: string) => stepAt(`/action${path}`, (fields) => ({ id: 's1', kind: 'interact', toolName: 't', action: { ...base, ...(fields as JsonObject) } }));
const ofAssertion = (base: JsonObject) => (path: string) => stepAt(`/assertion${path}`, (fields) => ({ id: 's1', kind: 'assert', assertion: { ...base, ...(fields as JsonObject) } }));

const prompt = ofStep({ kind: 'prompt', prompt: 'Say hello.' });
const call = ofStep({ kind: 'toolCall', serverName: 's', toolName: 't' });
const interact = ofStep({ kind: 'interact', toolName: 't', action: { kind: 'wait', ms: 1 } });
const target = { css: '#a' };
const click = ofAction({ kind: 'click', target });
const typing = ofAction({ kind: 'type', target, text: 'a' });
const key = ofAction({ kind: 'key', key: 'Enter' });
const scroll = ofAction({ kind: 'scroll', direction: 'up' });
const wait = ofAction({ kind: 'wait', ms: 1 });
const textVisible = ofAssertion({ kind: 'textVisible', toolName: 't', text: 'a' });
const elementVisible = ofAssertion({ kind: 'elementVisible', toolName: 't', target });
const elementHidden = ofAssertion({ kind: 'elementHidden', toolName: 't', target });
const inputValue = ofAssertion({ kind: 'inputValue', toolName: 't', target, equals: 'a' });
const widgetToolCalled = ofAssertion({ kind: 'widgetToolCalled', toolName: 't', calledToolName: 'c' });

const name: Row = { fits: ['a', ' '], breaks: ['', 5, null] };
const text = (min: number, max: number): Row => ({ fits: [characters(min), characters(max)], breaks: [...(min > 0 ? [''] : []), characters(max + 1), 5, null] });

test.each<[string, ReturnType<typeof ofStep>, string, Row]>([
  ['any step', prompt, 'id', name],
  ['any step', call, 'id', name],
  ['a prompt', prompt, 'prompt', { fits: ['a'], breaks: [5, null] }],
  ['a tool call', call, 'serverName', name],
  ['a tool call', call, 'toolName', name],
  ['a tool call', call, 'arguments', { fits: [{}, { any: [{ key: null }] }], breaks: [[], 'x', null] }],
  ['a tool call', call, 'renderTimeoutMs', { fits: [1, 120_000], breaks: [0, 120_001, 1.5, '1'] }],
  ['an interaction', interact, 'toolName', name],
  ['a click', click, 'clickType', { fits: ['left', 'double', 'right'], breaks: ['middle', null] }],
  ['a click', click, 'target', { fits: [{ role: { role: 'button' } }, { role: { role: 'button', name: 'OK', exact: true } }, { text: 'OK' }, { css: '#a' }, { testId: 'ok' }, { css: '#a', nth: 0 }], breaks: ['#a', null] }],
  ['typing', typing, 'text', text(0, 5000)],
  ['a key', key, 'key', name],
  ['scrolling', scroll, 'direction', { fits: ['up', 'down'], breaks: ['left', null] }],
  ['scrolling', scroll, 'amount', { fits: [0.1, 1000], breaks: [0, -1, '1', null] }],
  ['waiting', wait, 'ms', { fits: [1, 30_000], breaks: [0, 30_001, 1.5, '1', null] }],
  ['textVisible', textVisible, 'text', text(1, 5000)],
  ['inputValue', inputValue, 'equals', text(0, 5000)],
  ['widgetToolCalled', widgetToolCalled, 'calledToolName', name],
  ...([textVisible, elementVisible, elementHidden, inputValue, widgetToolCalled].map((each) => ['an assertion about a page', each, 'toolName', name] as [string, typeof each, string, Row])),
])('of %s: the bounds of the specification (%#)', (_, place, field, { fits, breaks }) => {
  expect(surprises(place(`/${field}`), { fits: fits.map((value) => ({ [field]: value })), breaks: breaks.map((value) => ({ [field]: value })) })).toEqual([]);
});

test.each<[string, ReturnType<typeof ofStep>, string, Json]>([
  ['a kind that there is not', ofStep({}), '/kind', { kind: 'think' }],
  ['no kind', ofStep({}), '/kind', {}],
  ['a tool call of no server', ofStep({ kind: 'toolCall', toolName: 't' }), '/serverName', {}],
  ['a tool call of no tool', ofStep({ kind: 'toolCall', serverName: 's' }), '/toolName', {}],
  ['an interaction without an action', ofStep({ kind: 'interact', toolName: 't' }), '/action', {}],
  ['an assert step without an assertion', ofStep({ kind: 'assert' }), '/assertion', {}],
  ['an action that there is not', ofAction({}), '/kind', { kind: 'drag' }],
  ['an unknown key of an action', wait, '/zz', { zz: 1 }],
  ['a click on nothing', ofAction({ kind: 'click' }), '/target', {}],
  ['an unknown key of a locator', click, '/target/xpath', { target: { css: '#a', xpath: '//a' } }],
  ['a negative nth', click, '/target/nth', { target: { css: '#a', nth: -1 } }],
  ['an empty text to find', click, '/target/text', { target: { text: '' } }],
  ['a role without its name', click, '/target/role/role', { target: { role: { name: 'OK' } } }],
  ['an assertion about a page that there is not', ofAssertion({}), '/kind', { kind: 'pageTitle' }],
  ['an unknown key of an assertion about a page', textVisible, '/zz', { zz: 1 }],
  ['an assertion about a transcript and about a page at once', textVisible, '/type', { type: 'noToolErrors' }],
])('%s is refused', (_, place, path, fields) => expect(surprises(place(path), { fits: [], breaks: [fields] })).toEqual([]));

test('a locator finds by something', () => {
  for (const locator of [{}, { nth: 0 }]) {
    expect(surprises(click('/target/role'), { fits: [], breaks: [{ target: locator }] })).toEqual([]);
  }
});

test.each([['a prompt', prompt], ['a tool call', call], ['an interaction', interact], ['an assertion', ofStep({ kind: 'assert', assertion: { type: 'noToolErrors' } })]])(
  'unknown keys of %s are kept', (_, place) => expect(surprises(place(''), { fits: [{ zz: { any: [1] }, serverId: 'srv_1' }], breaks: [] })).toEqual([]));
