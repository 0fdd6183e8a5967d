import assembly from './told/assembly.json' with { type: 'json' };
import content from './told/content.json' with { type: 'json' };
import kinds from './told/kinds.json' with { type: 'json' };
import memories from './told/memories.json' with { type: 'json' };
// Not the table of operators: the studio waits for its German, which must wait for no part of the studio.
import operators from './told/operators.json' with { type: 'json' };
import project from './told/project.json' with { type: 'json' };
import rules from './told/rules.json' with { type: 'json' };
import type { Told } from './told.ts';
import { createTold } from './told.ts';

/** Sentences that rules, the engine and the host make, by area; and labels of tables (`kinds`). */
export const germanTold = {
  sentences: { ...rules, ...assembly, ...memories, ...project, ...content },
  kinds,
};

/** Says them in German. */
export const tellGerman = (): Told => createTold('de', germanTold.sentences, kinds, operators);
