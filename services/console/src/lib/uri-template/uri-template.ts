/** An expression of a URI template (RFC 6570): its operator and the names of its variables. */
const EXPRESSION = /\{([+#./;?&]?)([^{}]*)\}/g;

interface Operator {
  first: string;
  between: string;
  isNamed: boolean;
  isRaw: boolean;
}

const operators: Readonly<Record<string, Operator>> = {
  '': { first: '', between: ',', isNamed: false, isRaw: false },
  '+': { first: '', between: ',', isNamed: false, isRaw: true },
  '#': { first: '#', between: ',', isNamed: false, isRaw: true },
  '.': { first: '.', between: '.', isNamed: false, isRaw: false },
  '/': { first: '/', between: '/', isNamed: false, isRaw: false },
  ';': { first: ';', between: ';', isNamed: true, isRaw: false },
  '?': { first: '?', between: '&', isNamed: true, isRaw: false },
  '&': { first: '&', between: '&', isNamed: true, isRaw: false },
};

const namesIn = (list: string): string[] => list.split(',').map((name) => name.trim().replace(/(?:\*|:\d+)$/, ''));

/** The variables of a template, each once; the variables of a query are optional. */
export function templateVariables(template: string): { name: string; isOptional: boolean }[] {
  const found = new Map<string, boolean>();
  for (const [, operator, list] of template.matchAll(EXPRESSION))
    for (const name of namesIn(list!)) if (name !== '') found.set(name, operator === '?' || operator === '&');
  return [...found].map(([name, isOptional]) => ({ name, isOptional }));
}

/** The address that a template gives with these values; a variable without a value is left out. */
export const expandTemplate = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replaceAll(EXPRESSION, (_, operator: string, list: string) => {
    const { first, between, isNamed, isRaw } = operators[operator]!;
    const parts = namesIn(list).flatMap((name) => {
      const value = values[name];
      if (value === undefined || value === '') return [];
      const written = isRaw ? encodeURI(value) : encodeURIComponent(value);
      return isNamed ? `${name}=${written}` : written;
    });
    return parts.length === 0 ? '' : `${first}${parts.join(between)}`;
  });
