import { expect, it } from 'vitest';
import { asksAboutPast } from './asks-about-past.ts';

it.each([
  'When did Caroline go to the support group?',
  "What is Melanie's daughter's name",
  'Which database did we choose for the queue?',
  'According to Gina, what makes Jon a good mentor?',
  'Remind me what we decided about the retry policy.',
  'What did you say about the lease of the vessel?',
  'Where does Priya keep the keys of her boat?',
  'In which month was the ferry sold?',
  'Wo liegt der Schlüssel für das Boot von Priya?',
  '昨日の会議では何が決まりましたか？',
])('asks about the past: %s', message => {
  expect(asksAboutPast(message)).toBe(true);
});

it.each([
  'Hey Mel! Good to see you! How have you been?',
  'What a great day!',
  "Can't wait for the trip!",
  'What was the best part of it?',
  'That sounds lovely. Isn’t it beautiful there?',
  'Do you have plans for the weekend?',
  'ok',
  '',
  'Write the migration for the ferry table.',
  'When things get rough, keep working hard.',
  'Any fun plans?',
])('asks nothing of it: %s', message => {
  expect(asksAboutPast(message)).toBe(false);
});
