import { isObject } from '@assay/contract/json';
import { isText, type JsonObject } from '../json.ts';

/** Why a template cannot be filled in, in a message for people. */
export class TemplateError extends Error {}

const MAX_ROUNDS = 5;
const PLACEHOLDER = /\{\{-?\s*([\w$]+(?:\.[\w$]+)*)\s*-?\}\}/g;

/**
 * Fills in the `{{name}}` and `{{name.field}}` of a template as Nunjucks does; an unset name reads as empty.
 * Other features of Nunjucks (filters, blocks, comments, the environment) throw TemplateError.
 */
export function fillTemplate(template: string, vars: JsonObject, round = 1): string {
  const text = template.replaceAll(PLACEHOLDER, (_, name: string) => {
    if (name === 'env' || name.startsWith('env.')) throw new TemplateError('it reads the environment');
    const value = textOf(lookUp(vars, name));
    if (!value.includes('{{') && !value.includes('{%')) return value;
    if (round === MAX_ROUNDS) throw new TemplateError('its variables refer to each other');
    return fillTemplate(value, vars, round + 1);
  });
  // Braces from variables were handled above; the remaining ones are in the template itself.
  if (/\{\{|\{%|\{#/.test(template.replaceAll(PLACEHOLDER, '')))
    throw new TemplateError('it uses more of its template language than variables');
  return text;
}

/** The same value with every text in it filled in. */
export function fillTemplatesDeep(value: unknown, vars: JsonObject): unknown {
  if (isText(value)) return fillTemplate(value, vars);
  if (Array.isArray(value)) return value.map((item) => fillTemplatesDeep(item, vars));
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fillTemplatesDeep(item, vars)]))
    : value;
}

const lookUp = (vars: JsonObject, name: string): unknown =>
  name
    .split('.')
    .reduce<unknown>((node, key) => (isObject(node) && Object.hasOwn(node, key) ? node[key] : undefined), vars);

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (isText(value)) {
    if (value.startsWith('file://')) throw new TemplateError('a variable is in another file');
    return value;
  }
  return JSON.stringify(value);
}
