/** Rules and memories as a program may hold them itself; `createWeft({ project: '.' })` reads those of a folder. */
export const definitions = {
  engines: [
    {
      name: 'Planning',
      rules: [
        {
          name: 'Conventions for whoever plans',
          when: [{ field: 'input.text', operator: 'regex' as const, value: '(?i)\\bplan' }],
          then: { add_memories: ['conventions'] },
        },
      ],
    },
  ],
  memories: [
    {
      id: 'conventions',
      label: 'Conventions',
      retrieval: {
        pipeline: [{ type: 'static' as const, params: { items: ['Write in TypeScript.', 'Test first.'] } }],
      },
      contribution: {
        section: 'constraints' as const,
        priority: 'high' as const,
        format: 'bullet_list' as const,
      },
    },
  ],
};
