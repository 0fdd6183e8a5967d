import { Workflow } from 'lucide-react';
import { lazyPart } from '../../ui/lazy-part.ts';
import type { ViewParts } from '../../ui/view-parts.ts';

export const rulesView = {
  icon: Workflow,
  List: lazyPart(async () => (await import('./RulesList.tsx')).RulesList),
  Editor: lazyPart(async () => (await import('./RulesEditor.tsx')).RulesEditor),
  Inspector: lazyPart(async () => (await import('./RuleInspector.tsx')).RuleInspector),
  hasDrawer: true,
} as const satisfies ViewParts;
