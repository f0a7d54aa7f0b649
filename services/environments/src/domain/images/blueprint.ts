import { hash } from 'node:crypto';
import { Blueprint } from '@assay/contract/areas/images/blueprint';
import type { BlueprintValidated } from '@assay/contract/areas/images/documents';
import { canonicalJson } from '@assay/contract/canonical';
import { invalid } from '@assay/contract/problem';
import { readText } from '@assay/suite-file/read-text';
import { schemaChecker, type SchemaIssue } from '@assay/kit/json/schema';

const issuesOf = schemaChecker(Blueprint);

/** The blueprint in a text of JSON or YAML, or everything that is wrong with it. */
export function readBlueprint(text: string): Blueprint | SchemaIssue[] {
  const read = readText(text);
  if ('faults' in read)
    return read.faults.map(({ path, message, line }) => ({
      path,
      message: `${message}${line === undefined ? '' : ` (line ${line})`}: it must be the text of an object in JSON or YAML`,
    }));
  const issues = issuesOf(read.text.value);
  return issues.length > 0 ? issues : (read.text.value as Blueprint);
}

export function validatedBlueprint(text: string): BlueprintValidated {
  const read = readBlueprint(text);
  return Array.isArray(read) ? { ok: false, errors: read } : { ok: true, baseImageDigest: baseDigestOf(read) };
}

/** @throws VALIDATION_ERROR that names the fields of the blueprint that cannot be built. */
export function validBlueprint(text: string): Blueprint {
  const read = readBlueprint(text);
  if (!Array.isArray(read)) return read;
  const issues = read.map(({ path, message }) => ({
    path: '/blueprint',
    message: path === '' ? message : `cannot be built: its ${path} ${message}`,
  }));
  throw invalid(issues.map(({ path, message }) => `${path} ${message}.`).join(' '), { issues });
}

/** The digest that pins the base image. */
export const baseDigestOf = ({ baseImage }: Blueprint): string => baseImage.slice(baseImage.indexOf('@') + 1);

/** SHA-256 of the canonical form, in hexadecimal: the formatting of the text does not count. */
export const hashOfBlueprint = (blueprint: Blueprint): string => hash('sha256', canonicalJson(blueprint));
