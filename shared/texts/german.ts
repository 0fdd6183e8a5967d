import assembly from './german/assembly.json' with { type: 'json' };
import contracts from './german/contracts.json' with { type: 'json' };
import conversations from './german/conversations.json' with { type: 'json' };
import editing from './german/editing.json' with { type: 'json' };
import general from './german/general.json' with { type: 'json' };
import handoff from './german/handoff.json' with { type: 'json' };
import health from './german/health.json' with { type: 'json' };
import imports from './german/import.json' with { type: 'json' };
import ledger from './german/ledger.json' with { type: 'json' };
import memories from './german/memories.json' with { type: 'json' };
import problems from './german/problems.json' with { type: 'json' };
import rules from './german/rules.json' with { type: 'json' };
import samples from './german/samples.json' with { type: 'json' };
import sessions from './german/sessions.json' with { type: 'json' };
import settings from './german/settings.json' with { type: 'json' };
import shell from './german/shell.json' with { type: 'json' };
import tests from './german/tests.json' with { type: 'json' };
import tour from './german/tour.json' with { type: 'json' };

/** The German of every English text of the interface, by area. What several areas say is general, and each stands once. */
export const german = {
  ...general,
  ...shell,
  ...rules,
  ...editing,
  ...memories,
  ...samples,
  ...contracts,
  ...tests,
  ...assembly,
  ...ledger,
  ...handoff,
  ...conversations,
  ...health,
  ...sessions,
  ...problems,
  ...settings,
  ...imports,
  ...tour,
};
