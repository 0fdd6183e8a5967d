import { toolRules } from '../rule-file.ts';
import { pathsTrigger } from '../rule-trigger.ts';

export const claudeRules = toolRules({
  id: 'claude-code-rules',
  name: 'Claude Code rules',
  description: 'Rules imported from .claude/rules.',
  prefix: 'claude',
  keys: ['paths', 'description'],
  trigger: pathsTrigger,
});
