import { toolRules } from '../rule-file.ts';
import { pathsTrigger } from '../rule-trigger.ts';

export const clineRules = toolRules({
  id: 'cline-rules',
  name: 'Cline rules',
  description: 'Rules imported from .clinerules.',
  prefix: 'cline',
  keys: ['paths', 'description'],
  trigger: pathsTrigger,
});
