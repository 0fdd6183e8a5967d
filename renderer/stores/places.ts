import type { DocumentKind, RuleRef } from './history.ts';
import { useProject } from './project.ts';
import { formKeyOf, ruleAddress } from './renamed.ts';

/** What tells where something is typed from the same place in other projects. */
export const projectPlace = (name: string): string => `${useProject.getState().info?.path ?? ''} ${name}`;

/** From all other documents too, also once it has another id. */
export const documentPlace = (kind: DocumentKind, id: string): string => projectPlace(formKeyOf(kind, id));

export const rulePlace = (at: RuleRef): string =>
  `${documentPlace('engines', at.engineId)} ${formKeyOf('rules', ruleAddress(at))}`;
