import { expect, it } from 'vitest';
import { isProduct, readText, sourcePaths } from './source-tree.ts';

/** What can be dragged, and the key or command that does the same; who adds something to drag says here how it is done without. */
const ways: Readonly<Record<string, readonly [way: string, file: string, shows: RegExp]>> = {
  'renderer/ui/ItemList.tsx': [
    'what its rows are dragged for is said by who gives `onDragStart`',
    'renderer/ui/ItemList.tsx',
    /onDragStart\?:/,
  ],
  'renderer/features/rules/list/OperatorPalette.tsx': [
    'a press adds to the selected rule',
    'renderer/features/rules/list/OperatorPalette.tsx',
    /onClick=/,
  ],
  'renderer/features/rules/list/MemoriesPalette.tsx': [
    'a press adds to the selected rule',
    'renderer/features/rules/list/MemoriesPalette.tsx',
    /onClick=/,
  ],
  'renderer/features/rules/list/VariablesPalette.tsx': [
    'a press adds to the selected rule',
    'renderer/features/rules/list/VariablesPalette.tsx',
    /onClick=/,
  ],
  'renderer/features/rules/list/PaletteGrip.tsx': [
    'arrows, Home, End and Enter on the separator',
    'renderer/features/rules/list/PaletteGrip.tsx',
    /ArrowUp/,
  ],
  'renderer/features/memories/pipeline/StepCard.tsx': [
    'Mod+arrows move the step',
    'renderer/features/memories/pipeline/step-actions.ts',
    /ArrowUp/,
  ],
  'renderer/features/rules/table/use-table-cells.ts': [
    'Shift+arrows mark cells',
    'renderer/features/rules/table/use-table-cells.ts',
    /shiftKey/,
  ],
  'renderer/features/rules/table/RuleTableRow.tsx': [
    'Mod+arrows move the row',
    'renderer/features/rules/table/use-row-moves.ts',
    /ArrowUp/,
  ],
  'renderer/features/rules/canvas/CanvasMap.tsx': [
    'arrows walk the canvas, which follows',
    'renderer/features/rules/canvas/use-canvas-keys.ts',
    /Arrow/,
  ],
  'renderer/ui/SplitPane.tsx': [
    'arrows and Enter on the separator',
    'renderer/ui/SplitPane.tsx',
    /<Separator/,
  ],
  'renderer/ui/Slider.tsx': ['arrows on its thumb', 'renderer/ui/Slider.tsx', /SliderThumb/],
  'renderer/features/rules/canvas/Canvas.tsx': [
    'Alt+arrows move a node, A adds a condition, the menu adds memories',
    'renderer/features/rules/canvas/use-canvas-keys.ts',
    /altKey|Alt\+/,
  ],
};

const dragging =
  /\bdraggable(?:[\s>=]|:\s*true)|\bonDragStart=|<ReactFlow\b|\bonPointerMove=|\bonMouseOver\b|from 'react-resizable-panels'|<SliderThumb\b/;
const sources = () =>
  sourcePaths().filter(
    path => isProduct(path) && path.startsWith('renderer/') && dragging.test(readText(path)),
  );

it('whatever is dragged can be done by keys', () => {
  const unsaid = sources().filter(path => !Object.hasOwn(ways, path));
  expect(unsaid).toEqual([]);
  const gone = Object.entries(ways).filter(([, [, file, shows]]) => {
    return sourcePaths().includes(file) && !shows.test(readText(file));
  });
  expect(gone).toEqual([]);
});

it('control: what bears a drag is seen', () => {
  expect(
    ['<li draggable>', '<li onDragStart={go}>', '<ReactFlow nodes>', '<p onPointerMove={go}>'].every(text =>
      dragging.test(text),
    ),
  ).toBe(true);
  expect(dragging.test('draggable: false')).toBe(false);
});
