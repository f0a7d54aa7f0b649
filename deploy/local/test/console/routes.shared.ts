import { axeFindings, describeInChromium, settled } from '../support/console-browser.ts';
import { boxDifferences, boxesOf } from './support/boxes.ts';
import { seedRoutes, type SeededRoutes } from './support/console-routes.ts';
import { sharedConsole } from './support/shared-console.ts';

/** `npm run test:slow` looks at every route in both themes, and at 390 px too; the short variant takes the themes in turn. */
const isWhole = process.env.TEST_SLOW === '1';
/** 320 px are 400 % of zoom. */
const NARROW = isWhole ? [390, 320] : [320];

const THEMES = ['light', 'dark'] as const;

const LONG_MS = 300_000;

describeInChromium('every route of the console', () => {
  let seeded: SeededRoutes | undefined;
  beforeAll(async () => {
    seeded = await seedRoutes((await sharedConsole()).installation.api);
  });
  afterAll(() => seeded?.helpdesk.stop());

  test(
    'has its parts in their places, no serious finding of axe, and no scroll when narrow',
    async () => {
      const { open } = await sharedConsole();
      const findings: string[] = [];
      const boxes: Record<string, Awaited<ReturnType<typeof boxesOf>>> = {};
      const page = await open('/');
      await page.locator('h1').first().waitFor();
      for (const [index, [name, path]] of Object.entries(seeded!.routes).entries()) {
        await page.lead(path);
        await settled(page);
        boxes[name] = await boxesOf(page);
        if ((await page.evaluate<number>(MOVING)) > 0) findings.push(`${name}: something moves`);
        for (const colorScheme of isWhole ? THEMES : [THEMES[index % THEMES.length]!]) {
          await page.emulateMedia({ colorScheme });
          findings.push(...(await axeFindings(page)).map((finding) => `${name}: ${finding} (${colorScheme})`));
        }
        await page.emulateMedia({ colorScheme: 'light' });
        for (const width of NARROW) {
          await page.setViewportSize({ width, height: 844 });
          findings.push(
            ...(await page.evaluate<string[]>(LOST_WHEN_NARROW)).map((lost) => `${name}: ${lost} at ${width}`),
          );
        }
        await page.setViewportSize({ width: 1440, height: 900 });
      }
      expect([...findings, ...(await boxDifferences(boxes))]).toEqual([]);
      expect(page.faults).toEqual([]);
    },
    LONG_MS,
  );

  test('keeps the shapes of marks in forced colours, and stands still when motion is reduced', async () => {
    const { open } = await sharedConsole();
    const page = await open('/dev/components');
    await page.getByRole('heading', { name: 'Components' }).waitFor();
    const moving = () => page.evaluate<number>(MOVING);
    expect(await moving()).toBe(0);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    expect(await moving()).toBeGreaterThan(0);
    await page.emulateMedia({ reducedMotion: 'reduce', forcedColors: 'active' });
    expect(await page.evaluate(MARKS)).toEqual({ coloured: 0, shapes: KINDS });
  });
});

/** How much wider than the window the page is, with its text as it is and at 200 %, and by which element. */
const LOST_WHEN_NARROW = `[['text', ''], ['text of 200 %', '200%'], ['', '']].flatMap(([what, size]) => {
  const root = document.documentElement;
  root.style.fontSize = size;
  const { scrollWidth } = root;
  if (what === '' || scrollWidth <= innerWidth) return [];
  const isWidest = (one) => Math.round(one.getBoundingClientRect().right) === scrollWidth;
  const widest = [...document.querySelectorAll('body *')].filter(isWidest).at(-1);
  return [what + ' is ' + scrollWidth + ' px wide by ' + widest?.outerHTML.slice(0, 80)];
})`;

/** How many animations and transitions run. */
const MOVING = 'document.getAnimations().length';

/** The outcomes and roles that have a shape. */
const KINDS = 8;
/** How many marks have another colour than text, and how many shapes they have. */
const MARKS = `(() => {
  const probe = document.body.appendChild(document.createElement('p'));
  probe.style.color = 'CanvasText';
  const ink = getComputedStyle(probe).color;
  const marks = [...document.querySelectorAll('svg.mark')];
  return {
    coloured: marks.filter((mark) => getComputedStyle(mark).color !== ink).length,
    shapes: new Set(marks.map((mark) => mark.innerHTML)).size,
  };
})()`;
