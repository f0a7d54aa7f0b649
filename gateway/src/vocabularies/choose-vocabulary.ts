import type { Operation } from '@assay/contract/operation';
import { invalid } from '@assay/contract/problem';
import { EVAL_VOCABULARY, VOCABULARY_VERSIONS, vocabularyOf, type VocabularyVersion } from './vocabulary.ts';
import type { ApiHandler } from '../http/handler.ts';
import { bodyOf, bytesOf } from '../http/json-body.ts';
import { roleWalk } from './role-walk.ts';

/** Respells the roles in a JSON document. */
type Respell = (json: Buffer, version: VocabularyVersion) => Buffer;

/** Whether answers of the operation depend on the eval vocabulary. */
export const variesByVocabulary = (operation: Operation): boolean =>
  vocabularyOf(operation)?.header === EVAL_VOCABULARY && roleWalk(answersOf(operation)) !== undefined;

const answersOf = ({ reply, otherwise }: Operation): object => ({
  anyOf: [reply, ...(otherwise ? [otherwise.reply] : [])],
});

/**
 * The guard that applies the vocabulary which a request's header chooses: it respells the roles of the body, and lets
 * the answer be respelled. Without the header nothing is read or respelled. Throws VALIDATION_ERROR.
 */
export function chooseVocabulary(operation: Operation): ApiHandler[] {
  const vocabulary = vocabularyOf(operation);
  if (!vocabulary) return [];
  const { header } = vocabulary;
  const isEval = header === EVAL_VOCABULARY;
  const asked = isEval ? respell(operation.input, askedRole) : undefined;
  const answered = isEval ? respell(answersOf(operation), answeredRole) : undefined;
  return [
    (req, res, next) => {
      if (answered) res.vary(header);
      const version = req.headers[header];
      if (version !== undefined) {
        if (!isVersion(version)) throw refusal(`The header ${header}`, `/${header}`, 'must be 1 or 2');
        if (asked && Buffer.isBuffer(req.body)) req.body = asked(req.body, version);
        if (answered) {
          res.locals.respell = (json) => answered(json, version);
          // An answer that is respelled here must not come compressed.
          delete req.headers['accept-encoding'];
        }
      }
      next();
    },
  ];
}

const isVersion = (value: unknown): value is VocabularyVersion =>
  VOCABULARY_VERSIONS.some((version) => version === value);

const refusal = (what: string, path: string, message: string) =>
  invalid(`${what} ${message}.`, { issues: [{ path, message }] });

/** The role as services take it. */
function askedRole(role: string, path: string, version: VocabularyVersion): string {
  if (role !== 'required') return role;
  if (version === '1')
    throw refusal(path, path, `must not be "required" with ${EVAL_VOCABULARY}: 1, whose word is "gating"`);
  return 'gating';
}

/** The role in the client's vocabulary. */
const answeredRole = (role: string, _path: string, version: VocabularyVersion): string =>
  role === 'gating' || role === 'required' ? { 1: 'gating', 2: 'required' }[version] : role;

function respell(
  schema: object,
  spell: (role: string, path: string, version: VocabularyVersion) => string,
): Respell | undefined {
  const walk = roleWalk(schema);
  return (
    walk &&
    ((json, version) => {
      const document = bodyOf(json);
      let changed = false;
      walk({ document }, 'document', '', (role, path) => {
        const word = spell(role, path, version);
        changed ||= word !== role;
        return word;
      });
      return changed ? bytesOf(document!) : json;
    })
  );
}
