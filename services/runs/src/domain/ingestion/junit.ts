import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { Problem } from '@assay/contract/problem';
import { faultProblem } from '@assay/contract/fault';
import type { ReportedTest } from './reported-test.ts';
import { testCounter } from './test-counter.ts';
import { decodeEntities } from './xml-text.ts';

/** An element: its text under #text, attributes under @name, relevant elements as lists. */
interface Element {
  '#text'?: string;
  testsuite?: Element[];
  testcase?: Element[];
  failure?: Element[];
  error?: Element[];
  skipped?: Element[];
  [attribute: `@${string}`]: string | undefined;
}

const LISTS = new Set(['testsuite', 'testcase', 'failure', 'error', 'skipped']);

// Entities stay as they are written, also entities that a document declares: none is ever expanded.
const parser = (count: () => void) =>
  new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    processEntities: false,
    parseTagValue: false,
    alwaysCreateTextNode: true,
    maxNestedTags: 50,
    updateTag: (name) => {
      if (name === 'testcase') count();
      return name;
    },
    isArray: (name, _path, _leaf, isAttribute) => !isAttribute && LISTS.has(name),
  });

/** The tests of a JUnit XML report, in their order. @throws VALIDATION_ERROR naming /artifact */
export function junitTests(text: string): ReportedTest[] {
  const { testsuites, testsuite } = parsed(text);
  const suites = testsuite ?? (testsuites && [testsuites]);
  if (!suites)
    throw faultProblem({
      path: '/artifact',
      message: 'is not a JUnit report: its root is neither testsuites nor testsuite',
    });
  return suites.flatMap(testsOf);
}

function parsed(text: string): { testsuites?: Element; testsuite?: Element[] } {
  const fault = XMLValidator.validate(text);
  if (fault !== true) throw malformed(fault.err.msg, fault.err.line);
  try {
    return parser(testCounter()).parse(text) as ReturnType<typeof parsed>;
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw malformed((error as Error).message);
  }
}

const malformed = (message: string, line?: number) =>
  faultProblem(
    {
      path: '/artifact',
      message: `is not XML that can be read: ${message.replace(/\.\s*$/, '').slice(0, 200)}${line === undefined ? '' : `, in line ${line}`}`,
    },
    line === undefined ? {} : { line },
  );

const testsOf = ({ testcase = [], testsuite = [] }: Element): ReportedTest[] => [
  ...testcase.map(testOf),
  ...testsuite.flatMap(testsOf),
];

function testOf(element: Element): ReportedTest {
  const [name, className] = [attribute(element, '@name'), attribute(element, '@classname')];
  const faults = [...(element.failure ?? []), ...(element.error ?? [])];
  const seconds = Number(element['@time']?.replaceAll(',', '') || Number.NaN);
  return {
    title: name || className || 'unnamed',
    id: [className, name].filter(Boolean).join(' ') || 'unnamed',
    outcome: faults.length > 0 ? 'failed' : element.skipped ? 'skipped' : 'passed',
    ...(seconds >= 0 && seconds < 1_000_000 && { durationMs: seconds * 1_000 }),
    error: joined(
      faults.map(
        (fault) => attribute(fault, '@message') || textOf(fault).split('\n', 1)[0]! || attribute(fault, '@type'),
      ),
    ),
    details: joined(faults.map(textOf)),
  };
}

const attribute = (element: Element, name: `@${string}`): string => decodeEntities(element[name] ?? '').trim();
const textOf = (element: Element): string => decodeEntities(element['#text'] ?? '').trim();
const joined = (texts: string[]): string => texts.filter(Boolean).join('\n');
