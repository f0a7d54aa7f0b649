import { isObject } from '@assay/contract/json';
import { SURFACE_LISTS, type ListName } from '../../canonical.ts';
import { checkEachItem, locationOf, specificationUrl, type LintRule, type LintSubject } from '../rule.ts';

const LISTS = Object.keys(SURFACE_LISTS) as ListName[];
const TEXTS = ['title', 'description', 'mimeType'];

const leftOut = ({ surface: { invalidItems = {} } }: LintSubject) =>
  LISTS.flatMap((list) =>
    (invalidItems[list] ?? [])
      .filter((entry) => entry.leftOut)
      .map(({ index, name, why }) => ({
        location: locationOf(list, { [SURFACE_LISTS[list]]: name }),
        message: `Number ${index + 1} of ${list} ${why}, so clients leave it out.`,
      })),
  );

const illTyped = (list: ListName) =>
  checkEachItem(list, (item) => [
    ...TEXTS.filter((field) => item[field] !== undefined && typeof item[field] !== 'string').map((field) => ({
      path: `/${field}`,
      message: `Its ${field} is not text.`,
    })),
    ...(item['annotations'] === undefined || isObject(item['annotations'])
      ? []
      : [{ path: '/annotations', message: 'Its annotations are no object.' }]),
    ...(list === 'prompts' && item['arguments'] !== undefined && !areNamed(item['arguments'])
      ? [{ path: '/arguments', message: 'Its arguments are no list of named ones.' }]
      : []),
  ]);

const areNamed = (list: unknown): boolean =>
  Array.isArray(list) && list.every((argument) => isObject(argument) && typeof argument['name'] === 'string');

export const itemRules: LintRule[] = [
  {
    id: 'item-unusable',
    severity: 'error',
    ofWhole: true,
    costs: 'clients leave it out, or refuse the whole list',
    asks: 'Clients can use every entry of a list.',
    fix: 'Correct the entry: clients leave it out, and some refuse the whole list for it.',
    check: leftOut,
  },
  {
    id: 'item-field-ill-typed',
    severity: 'error',
    helpUrl: specificationUrl('schema'),
    costs: 'some clients refuse the whole list',
    asks: 'The fields of an item have the types of the protocol.',
    fix: 'Give the field its type, or leave it out: some clients refuse the whole list for it.',
    check: (subject) => LISTS.flatMap((list) => illTyped(list)(subject)),
  },
];
