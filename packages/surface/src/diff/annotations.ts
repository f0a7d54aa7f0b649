import { isObject } from '@assay/contract/json';
import { jsonPointer, sameJson, type JsonObject } from '../json.ts';
import { partChange, changeText, type ChangeGrade, type ItemChange } from './change.ts';

/** The value of each hint with the protocol's defaults; true is a promise that callers may rely on. */
const PROMISES: Record<string, (hints: JsonObject) => boolean> = {
  readOnlyHint: ({ readOnlyHint = false }) => readOnlyHint === true,
  destructiveHint: (hints) => PROMISES['readOnlyHint']!(hints) || hints['destructiveHint'] === false,
  idempotentHint: (hints) => PROMISES['readOnlyHint']!(hints) || hints['idempotentHint'] === true,
  openWorldHint: ({ openWorldHint = true }) => openWorldHint === false,
};

/** Changes of a tool's hints. A withdrawn promise is breaking: people allow the tool because of it. */
export function annotationChanges(from: unknown, to: unknown): ItemChange[] {
  const [before, after] = [hintsOf(from), hintsOf(to)];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((key) => !sameJson(before[key], after[key]))
    .map((key) =>
      partChange(
        jsonPointer('/annotations', key),
        gradeOf(key, before, after),
        before[key],
        after[key],
        changeText(key, before[key], after[key]),
      ),
    );
}

const hintsOf = (annotations: unknown): JsonObject => (isObject(annotations) ? annotations : {});

function gradeOf(key: string, before: JsonObject, after: JsonObject): ChangeGrade {
  const promise = Object.hasOwn(PROMISES, key) ? PROMISES[key] : undefined;
  if (!promise || promise(before) === promise(after)) return 'cosmetic';
  return promise(after) ? 'additive' : 'breaking';
}
